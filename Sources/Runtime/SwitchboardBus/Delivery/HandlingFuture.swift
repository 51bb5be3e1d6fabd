internal import SwitchboardBroadcast

/// What became of an event at one handler.
package enum HandlingOutcome: Sendable {
  case handled
  /// The subscription ended before its handler was called.
  case abandoned
  case failed(EventFailure)

  package var failure: EventFailure? { if case .failed(let failure) = self { failure } else { nil } }
}

/// The result of one asynchronous handling of an event, which a delivery awaits. A future is used once. Its resolver is
/// released without a result when the subscription ends while the event waits.
package final class HandlingFuture: Sendable {
  private struct State {
    var outcome: HandlingOutcome?
    var waiter: (@Sendable (HandlingOutcome) -> Void)?
  }
  private let state = Lock(State())

  func resolve(_ outcome: HandlingOutcome) {
    let waiter = state.withLock { state -> (@Sendable (HandlingOutcome) -> Void)? in
      if state.outcome != nil { return nil }
      state.outcome = outcome
      return state.waiter.take()
    }
    waiter?(outcome)
  }

  /// The outcome. The caller may await the outcome only once.
  var outcome: HandlingOutcome {
    get async {
      await withCheckedContinuation { waiter in whenDone { waiter.resume(returning: $0) } }
    }
  }

  /// Calls `action` with the outcome: now if the outcome is known, otherwise on the thread that reports the outcome.
  /// May be called only once.
  package func whenDone(_ action: @escaping @Sendable (HandlingOutcome) -> Void) {
    let outcome = state.withLock { state -> HandlingOutcome? in
      if state.outcome == nil { state.waiter = action }
      return state.outcome
    }
    if let outcome { action(outcome) }
  }

  /// The side of the code that handles the event. A resolver reports the result to its future.
  final class Resolver: Sendable {
    private let future: HandlingFuture
    /// What a link tells the handler about the event, if another process has sent the event.
    let context = RemoteContext.current
    init(_ future: HandlingFuture) { self.future = future }
    deinit { future.resolve(.abandoned) }
    func resolve(_ outcome: HandlingOutcome) { future.resolve(outcome) }
  }
}

/// What a link tells handlers about the event that they handle.
package enum RemoteContext {
  /// Nil if this process has dispatched the event.
  @TaskLocal package static var current: (any AnyObject & Sendable)?
}
