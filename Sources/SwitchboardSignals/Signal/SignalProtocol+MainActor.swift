public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes with handlers that run on the main actor.
  ///
  /// An event sent on the main actor is handled at once, unless earlier ones are still on their way; any other is handed
  /// to the main queue, as by ``deliver(on:)`` with ``Scheduler/main``. Order is kept. Who disposes on the main actor is
  /// not called any more, events on their way included (R3).
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
