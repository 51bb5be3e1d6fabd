public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends this signal's values and, after this signal has completed, the values of `next`. Subscribes to `next` only
  /// after this signal has completed. An error of either signal fails the returned signal. Source: RACSignal concat.
  ///
  /// Cost: one call per value.
  @inlinable
  public func concat<Next: SignalProtocol>(_ next: Next) -> Signal<Value, Failure>
  where Next.Value == Value, Next.Failure == Failure {
    let attach = signal.attach
    let next = next.signal
    return Signal(attach: { sink, chain in
      let first = Branch(carrying: chain)
      chain.add(first)
      attach(
        Sink(
          value: sink.value,
          terminal: { terminal in
            chain.remove(first)
            _ = first.finish()
            switch terminal {
            case .error: sink.terminal(terminal)
            case .completed: if !chain.isDisposed { next.attach(sink, chain) }
            }
          }),
        first)
    })
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends this signal's values and then the values of `other`. See ``concat(_:)``.
  @inlinable
  @_disfavoredOverload
  public func concat<Other: SignalProtocol>(
    _ other: Other
  ) -> Signal<Value, Failure> where Other.Value == Value, Other.Failure == Never {
    concat(other.signal.promoted() as Signal<Other.Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends this signal's values and then the values of `other`. See ``concat(_:)``.
  @inlinable
  @_disfavoredOverload
  public func concat<Other: SignalProtocol>(
    _ other: Other
  ) -> Signal<Value, Other.Failure> where Other.Value == Value { setFailureType(to: Other.Failure.self).concat(other) }
}
