public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes with handlers that run on the main actor.
  ///
  /// An event sent on the main actor is handled immediately, unless earlier events still wait. Every other event is
  /// handed to the main queue, as by ``deliver(on:)`` with ``Scheduler/main``. Order is kept. After a disposal on the
  /// main actor no handler is called any more, not even for events that wait (promise R3).
  @discardableResult
  public func subscribe(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Value) -> Void = { _ in },
    onError: (@MainActor @Sendable (Failure) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil
  ) -> Subscription {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    var failed: (@Sendable (Failure) -> Void)?
    if let onError { failed = { error in MainActor.assumeIsolated { onError(error) } } }
    var completed: (@Sendable () -> Void)?
    if let onCompleted { completed = { MainActor.assumeIsolated { onCompleted() } } }
    signal.deliver(on: .main).start(
      chain, { value in MainActor.assumeIsolated { onNext(value) } }, failed, completed)
    return chain
  }
}
