extension SignalProtocol where Value == Bool {
  /// Sends the values of `then` while the latest value of this signal is true, and the values of `else` while the
  /// latest value is false. Completes when this signal and the signal chosen last have completed. Source: RACSignal
  /// if:then:else:.
  @inlinable
  public func ifThenElse<Then: SignalProtocol, Else: SignalProtocol>(
    _ then: Then, else other: Else
  ) -> Signal<Then.Value, Failure>
  where Then.Failure == Failure, Else.Value == Then.Value, Else.Failure == Failure {
    let (then, other) = (then.signal, other.signal)
    return flatMap(.latest) { $0 ? then : other }
  }

  /// Sends the opposite of each value. Source: RACSignal not.
  @inlinable public func not() -> Signal<Bool, Failure> { map { !$0 } }

  /// Sends whether the latest values of both signals are true. Source: RACSignal and.
  @inlinable
  public func and<Other: SignalProtocol>(_ other: Other) -> Signal<Bool, Failure>
  where Other.Value == Bool, Other.Failure == Failure { combineLatest(with: other).map { $0 && $1 } }

  /// Sends whether the latest value of at least one signal is true. Source: RACSignal or.
  @inlinable
  public func or<Other: SignalProtocol>(_ other: Other) -> Signal<Bool, Failure>
  where Other.Value == Bool, Other.Failure == Failure { combineLatest(with: other).map { $0 || $1 } }
}

extension SignalProtocol where Value: Hashable {
  /// Sends the values of the signal that the latest value chooses: the signal in `cases`, or `default` if `cases` has
  /// none for the value. Source: RACSignal switch:cases:default:.
  ///
  /// Keys are hashed with no lock held (promise R4).
  @inlinable
  public func switchTo<Output: Sendable>(
    _ cases: [Value: Signal<Output, Failure>], default other: Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(.latest) { cases[$0] ?? other }
  }
}
