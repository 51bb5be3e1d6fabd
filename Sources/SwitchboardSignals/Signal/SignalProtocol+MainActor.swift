import CSwitchboardBroadcast
import Dispatch
public import SwitchboardBroadcast
import Synchronization

extension SignalProtocol {
  /// Subscribes with handlers that run on the main actor.
  ///
  /// An event sent on the main thread is handled at once, unless earlier ones are still on their way; any other is handed
  /// to the main queue. Order is kept. Who disposes on the main thread is not called any more, events on their way
  /// included (R3).
  @discardableResult
  public func subscribe(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Value) -> Void = { _ in },
    onError: (@MainActor @Sendable (Failure) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil
  ) -> Subscription {
    let chain = Chain()
    var failed: (@Sendable (Failure) -> Void)?
    if let onError { failed = { error in MainActor.assumeIsolated { onError(error) } } }
    var completed: (@Sendable () -> Void)?
    if let onCompleted { completed = { MainActor.assumeIsolated { onCompleted() } } }
    deliveredOnMainThread.start(
      chain, fileID: fileID, line: line, { value in MainActor.assumeIsolated { onNext(value) } }, failed, completed)
    return chain
  }

  private var deliveredOnMainThread: Signal<Value, Failure> {
    let signal = signal
    return Signal(attach: { sink, chain in
      let hop = MainThreadHop()
      signal.attach(
        Sink(
          value: { value in hop.perform { sink.value(value) } },
          terminal: { terminal in hop.perform { sink.terminal(terminal) } }),
        chain)
    })
  }
}

/// Brings the events of one subscription to the main thread, in order.
private final class MainThreadHop: Sendable {
  /// Events that the main queue has not finished.
  private let pending = Atomic<Int>(0)

  /// Called one call at a time, like every sink.
  func perform(_ event: @escaping @Sendable () -> Void) {
    if switchboard_is_main_thread(), pending.load(ordering: .acquiring) == 0 { return event() }
    pending.add(1, ordering: .relaxed)
    DispatchQueue.main.async {
      event()
      self.pending.subtract(1, ordering: .releasing)
    }
  }
}
