import Foundation
import SwitchboardScenarios
import Synchronization

/// A pool of processes that checks scenarios, each in a separate process, twice as many at the same time as there are
/// cores, because a check that finds something mostly waits.
///
/// A separate process keeps a crash of one scenario from ending the others, and keeps what one scenario leaves behind
/// from the next scenario.
final class ProcessPool: @unchecked Sendable {
  // Sound: all mutable state is accessed only under `lock`.
  private let lock = NSLock()
  private var next = 0
  private var results: [ScenarioResult?]
  private var running: [Int: Process] = [:]
  private var isInterrupted = false
  private var failure: String?

  private let scenarios: [Scenario]
  private let cycles: Int
  private let timeout: Int
  private let flightRecorder: String?
  private let progress: Progress

  init(_ scenarios: [Scenario], cycles: Int, timeout: Int, flightRecorder: String?) {
    (self.scenarios, self.cycles, self.timeout) = (scenarios, cycles, timeout)
    self.flightRecorder = flightRecorder
    results = Array(repeating: nil, count: scenarios.count)
    progress = Progress(total: scenarios.count)
  }

  /// Runs the checks. Returns the results in the order of the scenarios, whichever check ended first.
  func run() throws -> [ScenarioResult] {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("leakcheck-\(UUID())")
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      throw Failure.noOutput(path: directory.path, reason: error.localizedDescription).reported()
    }
    defer { try? FileManager.default.removeItem(at: directory) }
    Interruption.install { self.interrupt() }

    let group = DispatchGroup()
    for _ in 0..<min(2 * ProcessInfo.processInfo.activeProcessorCount, scenarios.count) {
      group.enter()
      Thread.detachNewThread {
        self.work(in: directory)
        group.leave()
      }
    }
    group.wait()
    progress.clear()
    return try lock.withLock {
      if isInterrupted { throw Failure.interrupted.reported() }
      if let failure { throw Failure.cannotRun(reason: failure).reported() }
      return results.compactMap { $0 }
    }
  }

  private func work(in directory: URL) {
    while let index = take() {
      let scenario = scenarios[index]
      let child = ChildCheck(
        scenario, cycles: cycles, timeout: timeout, flightRecorder: flightRecorder,
        output: directory.appendingPathComponent("\(index).json"),
        errors: directory.appendingPathComponent("\(index).log"))
      do {
        try child.start { process in
          lock.withLock {
            running[index] = process
            // `interrupt` may have run already, and has not seen this process.
            return !isInterrupted
          }
        }
        let result = child.result()
        lock.withLock {
          running[index] = nil
          results[index] = result
        }
      } catch {
        lock.withLock { failure = error.localizedDescription }
      }
      progress.advance(scenario.name)
    }
  }

  private func take() -> Int? {
    lock.withLock {
      guard !isInterrupted, failure == nil, next < scenarios.count else { return nil }
      next += 1
      return next - 1
    }
  }

  private func interrupt() {
    lock.withLock {
      isInterrupted = true
      for process in running.values { kill(process.processIdentifier, SIGKILL) }
    }
  }
}

/// The progress of the checks: a line on standard error, if that is a terminal.
final class Progress: @unchecked Sendable {
  // Sound: `done` is accessed only under `lock`.
  private let lock = NSLock()
  private var done = 0
  private let total: Int

  init(total: Int) { self.total = total }

  func advance(_ name: String) {
    lock.withLock {
      done += 1
      if StandardError.isTerminal { StandardError.write("\r\u{1B}[K\(done) of \(total)  \(name)") }
    }
  }

  func clear() { if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") } }
}

/// Ctrl-C, or a request to terminate. The first one calls the handler, the second one ends the process.
enum Interruption {
  /// The pipe's end to which the signal handler writes. An atomic, because a signal handler must not be the first code
  /// that initialises a global.
  private static let bell = Atomic<Int32>(-1)

  /// Starts to listen for signals. `body` is called on a separate thread.
  static func install(_ body: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell.store(ends[1], ordering: .releasing)
    let mouth = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(mouth, &byte, 1) < 0 && errno == EINTR {}
      if byte == 1 { body() }
    }
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        var byte: UInt8 = 1
        _ = write(Interruption.bell.load(ordering: .acquiring), &byte, 1)
        signal(number, SIG_DFL)
      }
    }
  }
}
