public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends this signal's values and, after this signal has completed, the values of `next`. Subscribes to `next` only
  /// after this signal has completed. An error of either signal fails the returned signal. Source: RACSignal concat.
  ///
  /// Cost: one call per value.
  @inlinable
  public func concat<Next: SignalProtocol>(_ next: Next) -> Signal<Value, Failure>
  where Next.Value == Value, Next.Failure == Failure {
    let (first, next) = (signal, next.signal)
    return Signal(attach: { sink, chain in
      chain.attach(
        first, value: sink.value,
        terminal: { terminal in
          switch terminal {
          case .error: sink.terminal(terminal)
          case .completed: if !chain.isDisposed { next.attach(sink, chain) }
          }
        })
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
