import Dispatch
import Foundation

/// Threads that work one at a time, so that what a program does on several threads has one history.
final class TokenThreads: @unchecked Sendable {
  // Sound: `job` is written before `go` is signalled and read after it; `done` orders the way back.
  private final class Worker: @unchecked Sendable {
    let go = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    var job: (@Sendable () -> Void)?
  }

  private let workers = (0..<3).map { _ in Worker() }

  init() {
    for worker in workers {
      Thread.detachNewThread {
        while true {
          worker.go.wait()
          guard let job = worker.job else { return }
          job()
          worker.done.signal()
        }
      }
    }
  }

  /// Begins `job` on a thread that is idle.
  func begin(_ thread: Int, _ job: @escaping @Sendable () -> Void) {
    workers[thread].job = job
    workers[thread].go.signal()
  }

  /// Waits for the job of a thread. Returns false if the job hangs.
  func wait(_ thread: Int) -> Bool {
    workers[thread].done.wait(timeout: .now() + .seconds(10)) == .success
  }

  /// Ends the threads that are idle.
  func end() {
    for worker in workers {
      worker.job = nil
      worker.go.signal()
    }
  }
}
