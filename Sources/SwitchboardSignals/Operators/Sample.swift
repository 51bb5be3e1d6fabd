public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the latest value whenever `sampler` sends; nothing until there is one, and the same again if no other has come.
  ///
  /// Completes when either completes, fails when either fails; a sampler that dies ends nothing. Serial, whatever threads the two
  /// send on (R6). Source: RACSignal sample, RxSwift sample without its limit to values that
  /// are new.
  ///
  /// What is sent is what was the latest when the sampler sent. The source's senders only put their value down, and are never held to
  /// deliver, however fast the sampler is.
  ///
  /// Cost: a short lock per value of the source; a short lock and one send through an observer per value of the sampler.
  @inlinable
  public func sample<Sampler: SignalProtocol>(_ sampler: Sampler) -> Signal<Value, Failure>
  where Sampler.Failure == Failure {
    let (source, sampler) = (signal, sampler.signal)
    return Signal(attach: { sink, chain in
      let latest = LatestValue<Value>()
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      chain.attachSide(
        sampler, value: { _ in if let value = latest.value { observer.send(value) } },
        completed: { observer.sendCompleted() }, error: { observer.send(error: $0) })
      if observer.isDisposed { return }
      source.attach(to: observer, partOf: chain) { latest.value = $0 }
    })
  }

  /// Sends the latest value at every `interval` on `scheduler`, the same again if none has come since. See ``sample(_:)``. A scheduler
  /// that is gone: no values, only the end.
  ///
  /// - Precondition: `interval` is positive.
  @inlinable
  public func sample(every interval: Duration, on scheduler: Scheduler) -> Signal<Value, Failure> {
    sample(Signal<Int, Failure>.interval(interval, on: scheduler))
  }
}

/// A value that one thread puts down and another picks up.
@usableFromInline
final class LatestValue<Value: Sendable>: Sendable {
  // In a struct: where values are closures, a bare one in generic storage is wrapped once more at each access.
  @usableFromInline
  struct Content {
    @usableFromInline var value: Value?
    @inlinable init() {}
  }

  @usableFromInline let content = Lock(Content())

  @inlinable init() {}

  @inlinable var value: Value? {
    get { content.withLock { $0.value } }
    set {
      let old = content.withLock { content in
        let old = content.value
        content.value = newValue
        return old
      }
      // Its deinit may run user code: not under the lock (R4).
      withExtendedLifetime(old) {}
    }
  }
}
