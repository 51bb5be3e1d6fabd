internal import SwitchboardBroadcast

/// The end of something that a caller awaits. It comes once and is awaited once.
final class LinkFuture<Failure: Error>: Sendable {
  private struct State {
    var result: Result<Void, Failure>?
    var waiter: CheckedContinuation<Result<Void, Failure>, Never>?
  }
  private let state = Lock(State())

  /// Ends the wait. A later call does nothing.
  func resolve(_ result: Result<Void, Failure>) {
    let waiter = state.withLock { state -> CheckedContinuation<Result<Void, Failure>, Never>? in
      if state.result != nil { return nil }
      state.result = result
      return state.waiter.take()
    }
    waiter?.resume(returning: result)
  }

  /// Awaits the result. The cancellation of the task ends the wait with `error`.
  func result(ifCancelled error: Failure) async -> Result<Void, Failure> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Result<Void, Failure>? in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      resolve(.failure(error))
    }
  }
}
