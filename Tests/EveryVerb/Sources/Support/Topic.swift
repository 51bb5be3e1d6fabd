import Foundation
import Synchronization

/// A group of verbs that belong together.
struct Topic: Sendable {
  let name: String
  let run: @Sendable () async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable () async throws -> Void) { (self.name, self.run) = (name, run) }

  /// Runs the topic. Prints its name first, so that the output of a crashed program names the topic.
  func go() async {
    Watchdog.topic.withLock { $0 = name }
    FileHandle.standardOutput.write(Data("\(name)\n".utf8))
    do { try await run() } catch { check(false, "\(name) throws \(error)") }
  }
}

/// A watchdog that ends a hanging program, and names the topic in which it hangs.
enum Watchdog {
  static let topic = Mutex("")
  private static let patience: TimeInterval = 120

  static func start() {
    Thread.detachNewThread {
      // Nothing signals the semaphore: the program ends by itself, or here.
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + patience)
      let name = topic.withLock { $0 }
      FileHandle.standardError.write(Data("“\(name)” did not end within \(Int(patience)) s\n".utf8))
      exit(1)
    }
  }
}
