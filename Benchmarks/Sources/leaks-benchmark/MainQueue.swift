import Dispatch
import Foundation
import SubscriberWorkloads
import Synchronization

/// Waits for asynchronous work on the main thread, and serves the main queue meanwhile.
enum MainQueue {
  private final class Outcome: Sendable {
    let result = Mutex<Result<Int, FailedCheck>?>(nil)
  }

  /// Runs `work` and returns its result. Must be called on the main thread.
  static func run(_ work: @escaping @Sendable () async throws(FailedCheck) -> Int) throws(FailedCheck) -> Int {
    let outcome = Outcome()
    Task.detached {
      let result: Result<Int, FailedCheck>
      do throws(FailedCheck) { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.result.withLock { $0 = result }
      // Wakes the loop below.
      DispatchQueue.main.async {}
    }
    while true {
      if let result = outcome.result.withLock({ $0 }) { return try result.get() }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}
