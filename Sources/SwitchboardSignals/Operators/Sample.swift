import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the last value each time that `sampler` sends one, the same again if none came meanwhile; nothing before the
  /// first. Source: RACSignal sample.
  ///
  /// Completes when either completes, fails when either fails, and ends without an event when either dies. The source is
  /// subscribed to first. Serial, whatever threads the two send on (R6).
  ///
  /// Cost: one send through an observer per value of either.
  @inlinable
  public func sample<Sampler: SignalProtocol>(_ sampler: Sampler) -> Signal<Value, Failure>
  where Sampler.Failure == Failure {
    let signal = signal
    let sampler = sampler.signal
    return Signal(attach: { sink, chain in
      let last = SerialState<Value?>(nil)
      let observer = Observer<TimedInput<Value>, Failure>(
        Sink(
          value: { input in
            switch input {
            case .value(let value): last.value = value
            case .isDue: if let value = last.value { sink.value(value) }
            }
          }, terminal: sink.terminal),
        partOf: chain)
      chain.add(observer.subscriber)
      signal.attach(to: observer, partOf: chain) { observer.send(.value($0)) }
      if !observer.isDisposed { sampler.attach(to: observer, partOf: chain) { _ in observer.send(.isDue) } }
    })
  }

  /// Sends the last value at every `interval` on `scheduler`, the same again if none came meanwhile. See ``sample(_:)``. A scheduler that is
  /// gone: no values, only the end.
  ///
  /// - Precondition: `interval` is positive.
  @inlinable
  public func sample(every interval: Duration, on scheduler: Scheduler) -> Signal<Value, Failure> {
    sample(Signal<Int, Failure>.interval(interval, on: scheduler))
  }
}
