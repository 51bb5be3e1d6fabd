extension SignalProtocol {
  /// Sends values until `trigger` sends one or completes, then completes.
  ///
  /// The trigger is subscribed to first; if it fires at once the source never is. Its error is ignored: the source goes
  /// on. Serial, whatever threads the two send on (R6). Source: RACSignal takeUntil.
  ///
  /// Cost: one send through an observer per value.
  @inlinable
  public func take<Trigger: SignalProtocol>(until trigger: Trigger) -> Signal<Value, Failure> {
    let (source, trigger) = (signal, trigger.signal)
    return Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      let triggerChain = Chain()
      chain.add(triggerChain)
      trigger.attach(
        Sink(
          value: { _ in observer.sendCompleted() },
          terminal: { terminal in
            _ = triggerChain.finish()
            if case .completed = terminal { observer.sendCompleted() }
          }),
        triggerChain)
      if observer.isDisposed { return }
      source.attach(to: observer, partOf: chain) { observer.send($0) }
    })
  }
}
