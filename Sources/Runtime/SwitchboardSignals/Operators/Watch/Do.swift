import SwitchboardBroadcast

extension SignalProtocol {
  /// Runs closures at the beginning and the end of a subscription, and before each event is passed on.
  ///
  /// ```swift
  /// request.do { print("got", $0) }
  /// request.do(onError: { log($0) }, onTerminal: { spinner.stop() })
  /// ```
  ///
  /// The closures run on the sending thread with no lock held (promise R4).
  ///
  /// Cost: one call per value; with `onDispose` one allocation per subscription.
  ///
  /// - Parameters:
  ///   - onNext: Runs before each value is passed on.
  ///   - onError: Runs before an error is passed on.
  ///   - onCompleted: Runs before completion is passed on.
  ///   - onTerminal: Runs before a terminal event is passed on, after `onError` or `onCompleted`. Does not run on
  ///     disposal.
  ///   - onSubscribe: Runs before each subscription to the source.
  ///   - onDispose: Runs once, when the subscription ends for whatever reason: by disposal, by a terminal event, or
  ///     because the source ended without a terminal event.
  public func `do`(
    onNext: (@Sendable (Value) -> Void)? = nil,
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onTerminal: (@Sendable () -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      if let onDispose { chain.add(ActionDisposable(onDispose)) }
      onSubscribe?()
      if chain.isDisposed { return }
      attach(
        Sink(
          value: {
            onNext?($0)
            sink.value($0)
          },
          terminal: { terminal in
            terminal.call(onError, onCompleted)
            onTerminal?()
            sink.terminal(terminal)
          }),
        chain)
    })
  }
}
