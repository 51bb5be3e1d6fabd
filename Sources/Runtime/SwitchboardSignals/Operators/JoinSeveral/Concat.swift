extension SignalProtocol {
  /// Sends this signal's values and, after this signal has completed, the values of `next`. Subscribes to `next` only
  /// after this signal has completed. An error of either signal fails the returned signal.
  ///
  /// When a signal completes inside its subscription, the next signal follows without recursion, however many calls of
  /// `concat` are nested, in `a.concat(b.concat(c))`, in `a.concat(b).concat(c)`, or by ``Signal/deferred(_:)``. The
  /// subscription keeps `next` alive until its turn, even a subject.
  ///
  /// Cost: one call per value; for each signal a few allocations per subscription.
  ///
  /// - Parameter next: Subscribed to when this signal has completed. Never, if this signal fails.
  public func concat(_ next: some SignalProtocol<Value, Failure>) -> Signal<Value, Failure> {
    Signal(retyping: .concat(untyped, next.untyped))
  }

  /// Drops all values, and continues with `next` after the signal has completed.
  ///
  /// - Parameter next: Subscribed to when this signal has completed. Never, if this signal fails.
  public func then<NextValue: Sendable>(_ next: Signal<NextValue, Failure>) -> Signal<NextValue, Failure> {
    withoutValues().concat(next)
  }

  /// Drops all values, and continues with a subject, a property or another kind of signal. See ``then(_:)``.
  @_disfavoredOverload
  public func then<Next>(_ next: some SignalProtocol<Next, Failure>) -> Signal<Next, Failure> { then(next.signal) }
}

extension Signal where Failure == any Error {
  /// Sends the values of `first` and then the values of `next`. See ``SignalProtocol/concat(_:)``.
  static func concat(_ first: Signal, _ next: Signal) -> Signal {
    Signal(parts: .init(first, next)) { details, sink, chain in
      guard var parts = details.parts else { return nil }
      // `a.concat(b).concat(c)` is `a.concat(b.concat(c))`.
      while let left = parts.first.details?.parts { parts = .init(left.first, .concat(left.next, parts.next)) }
      let succession = Succession<Value>()
      let branch = chain.branch()
      parts.first.attach(
        Sink(
          value: sink.value,
          terminal: { [next = parts.next] terminal in
            branch.leave(chain)
            switch terminal {
            case .error: sink.terminal(terminal)
            case .completed: if succession.ends(with: next) { next.attachInTurn(sink, chain) }
            }
          }), branch)
      return succession.returns()
    }
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends this signal's values and then the values of `other`. See ``concat(_:)``.
  ///
  /// - Parameter other: Subscribed to when this signal has completed.
  @_disfavoredOverload
  public func concat(_ other: some SignalProtocol<Value, Never>) -> Signal<Value, Failure> {
    concat(other.promoted() as Signal<Value, Failure>)
  }

  /// Drops all values, and continues with `other`. See ``then(_:)``.
  ///
  /// - Parameter other: Subscribed to when this signal has completed.
  @_disfavoredOverload
  public func then<Other>(_ other: some SignalProtocol<Other, Never>) -> Signal<Other, Failure> {
    then(other.promoted() as Signal<Other, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends this signal's values and then the values of `other`. See ``concat(_:)``.
  @_disfavoredOverload
  public func concat<NewFailure>(
    _ other: some SignalProtocol<Value, NewFailure>
  ) -> Signal<Value, NewFailure> { setFailureType(to: NewFailure.self).concat(other) }

  /// Drops all values, and continues with `other`. See ``then(_:)``.
  @_disfavoredOverload
  public func then<Other, NewFailure>(
    _ other: some SignalProtocol<Other, NewFailure>
  ) -> Signal<Other, NewFailure> { setFailureType(to: NewFailure.self).then(other) }
}
