extension SignalProtocol where Value == Bool {
  /// Sends what `then` sends after true, what `else` sends after false: the latest one chosen only. Completes when the condition
  /// and the one that it chose last have. Source: RACSignal if:then:else:.
  @inlinable
  public func ifThenElse<Then: SignalProtocol, Else: SignalProtocol>(
    _ then: Then, else other: Else
  ) -> Signal<Then.Value, Failure>
  where Then.Failure == Failure, Else.Value == Then.Value, Else.Failure == Failure {
    let (then, other) = (then.signal, other.signal)
    return flatMap(.latest) { $0 ? then : other }
  }

  /// The opposite of each value. Source: RACSignal not.
  @inlinable public func not() -> Signal<Bool, Failure> { map { !$0 } }

  /// Whether the latest values of both are true. Source: RACSignal and.
  @inlinable
  public func and<Other: SignalProtocol>(_ other: Other) -> Signal<Bool, Failure>
  where Other.Value == Bool, Other.Failure == Failure { combineLatest(with: other).map { $0 && $1 } }

  /// Whether the latest value of either is true. Source: RACSignal or.
  @inlinable
  public func or<Other: SignalProtocol>(_ other: Other) -> Signal<Bool, Failure>
  where Other.Value == Bool, Other.Failure == Failure { combineLatest(with: other).map { $0 || $1 } }
}

extension SignalProtocol where Value: Hashable {
  /// Sends what the signal of `cases` sends that the latest value chooses, or `default`. Source: RACSignal
  /// switch:cases:default:.
  ///
  /// Keys are hashed with no lock held (R4).
  @inlinable
  public func switchTo<Output: Sendable>(
    _ cases: [Value: Signal<Output, Failure>], default other: Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(.latest) { cases[$0] ?? other }
  }
}
