extension SignalProtocol {
  /// Sends the latest value whenever `sampler` sends; nothing until there is one, and the same again if no other has come.
  ///
  /// Completes when either completes, fails when either fails; a sampler that dies ends nothing. Serial, whatever threads the two
  /// send on (R6). Source: RACSignal sample, ReactiveSwift sample(on:).
  ///
  /// Cost: one send through an observer per value of either.
  @inlinable
  public func sample<Sampler: SignalProtocol>(on sampler: Sampler) -> Signal<Value, Failure>
  where Sampler.Failure == Failure {
    let (source, sampler) = (signal, sampler.signal)
    return Signal(attach: { sink, chain in
      let latest = SerialState<Value?>(nil)
      let observer = Observer(
        Sink<Value?, Failure>(
          value: { value in
            if let value {
              latest.value = value
            } else if let value = latest.value {
              sink.value(value)
            }
          }, terminal: sink.terminal), partOf: chain)
      chain.add(observer.subscriber)
      chain.attachSide(
        sampler, value: { _ in observer.send(nil) }, completed: { observer.sendCompleted() },
        error: { observer.send(error: $0) })
      if observer.isDisposed { return }
      source.attach(Sink(value: { observer.send($0) }, terminal: { observer.send($0) }), chain)
    })
  }

  /// Sends the latest value at every `interval` on `scheduler`, the same again if none has come since. See ``sample(on:)``. A scheduler
  /// that is gone: no values, only the end.
  ///
  /// - Precondition: `interval` is positive.
  @inlinable
  public func sample(every interval: Duration, on scheduler: Scheduler) -> Signal<Value, Failure> {
    sample(on: Signal<Int, Failure>.interval(interval, on: scheduler))
  }
}
