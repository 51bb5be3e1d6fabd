import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the latest value of this signal whenever `sampler` sends a value. Sends nothing until there is a value, and
  /// repeats the latest value if no newer value has come.
  ///
  /// Completes when either signal completes, and fails when either signal fails. A sampler that ends without a terminal
  /// event does not end the returned signal. Deliveries are serial, whatever threads the two signals send on
  /// (promise R6).
  ///
  /// Each value sent is the value that was the latest when the sampler sent. A thread that sends a value of this signal
  /// only stores the value, and never has to deliver values, however fast the sampler is.
  ///
  /// Cost: a short lock per value of the source; a short lock and one send through an observer per value of the
  /// sampler.
  ///
  /// - Parameter sampler: Each of its values has the latest value of this signal sent. What its values are does not
  ///   matter.
  public func sample<Sampler: SignalProtocol>(_ sampler: Sampler) -> Signal<Value, Failure>
  where Sampler.Failure == Failure {
    let (source, sampler) = (signal, sampler.signal)
    return Signal(attach: { sink, chain in
      let none = Probe.holding(for: chain)
      // Guarded by the observer's lock.
      let (latest, held) = (KeptValues(Value.self), SerialState(none))
      let observer = Observer(sink, partOf: chain)
      let side = chain.side()
      sampler.attach(
        Sink(
          value: { _ in
            var release = Probe.Activity()
            observer.broadcaster.send(if: { !latest.isEmpty }) {
              // A value goes on once as a consequence of its own send. The sampler alone causes a repetition.
              release = Probe.released(held.value)
              held.value = none
              return latest.values.first(Value.self)
            }
            Probe.ended(release)
          },
          terminal: { terminal in
            side.leave(chain)
            observer.send(terminal)
          }), side)
      if observer.isDisposed { return }
      source.attach(to: observer, partOf: chain) { value in
        // Exchanged, so that the previous value is released without the lock.
        var exchanged = value
        observer.broadcaster.withLock {
          held.value = Probe.held(held.value)
          if latest.isEmpty { latest.keepOnly(value) } else { latest.values.exchangeFirst(&exchanged) }
        }
      }
    })
  }

  /// Sends the latest value at every `interval` on `scheduler`. Repeats the latest value if no newer value has come.
  /// See `sample(_:)`. After the scheduler is deallocated, sends no values, only the terminal event.
  ///
  /// - Parameters:
  ///   - interval: The time from one sample to the next. The first is taken one interval after the subscription.
  ///   - scheduler: Measures the interval. Samples are sent there.
  /// - Precondition: `interval` is positive.
  public func sample(every interval: Duration, on scheduler: Scheduler) -> Signal<Value, Failure> {
    sample(Signal<Int, Failure>.interval(interval, on: scheduler))
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the latest value whenever `other` sends a value. See ``sample(_:)``.
  ///
  /// - Parameter other: Each of its values has the latest value of this signal sent. What its values are does not
  ///   matter.
  @_disfavoredOverload
  public func sample<Other: SignalProtocol>(
    _ other: Other
  ) -> Signal<Value, Failure> where Other.Failure == Never {
    sample(other.signal.promoted() as Signal<Other.Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends the latest value whenever `other` sends a value. See ``sample(_:)``.
  @_disfavoredOverload
  public func sample<Other: SignalProtocol>(
    _ other: Other
  ) -> Signal<Value, Other.Failure> { setFailureType(to: Other.Failure.self).sample(other) }
}
