extension SignalProtocol {
  /// Sends values until `trigger` sends a value or completes, then completes.
  ///
  /// Subscribes to the trigger first. If the trigger fires immediately, the source is never subscribed to. Ignores an
  /// error of the trigger: the source continues. Deliveries are serial, whatever threads the two signals send on
  /// (promise R6). Source: RACSignal takeUntil.
  ///
  /// Cost: one send through an observer per value.
  @inlinable
  public func take<Trigger: SignalProtocol>(until trigger: Trigger) -> Signal<Value, Failure>
  where Trigger.Failure == Never { taking(until: trigger.signal) }

  /// Like ``take(until:)``, for a trigger that can fail.
  @inlinable
  @_disfavoredOverload
  public func take<Trigger: SignalProtocol>(until trigger: Trigger) -> Signal<Value, Failure> {
    taking(until: trigger.signal)
  }

  @inlinable
  func taking<Fired, Failed: Error>(until trigger: Signal<Fired, Failed>) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      chain.attachSide(
        trigger, value: { _ in observer.sendCompleted() }, completed: { observer.sendCompleted() }, error: { _ in })
      if observer.isDisposed { return }
      source.attach(to: observer, partOf: chain) { observer.send($0) }
    })
  }
}
