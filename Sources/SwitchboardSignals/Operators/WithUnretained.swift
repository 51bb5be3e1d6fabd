extension SignalProtocol {
  /// Sends each value as what `transform` makes of it and `object`, which is not kept alive; completes at the first value after
  /// the object has gone. Source: RxSwift withUnretained.
  ///
  /// ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)`` is the better choice at the end of a chain: it ends when the
  /// owner does, and need not wait for a value.
  ///
  /// Cost: one look at a weak reference per value.
  public func withUnretained<Object: AnyObject & Sendable, Output: Sendable>(
    _ object: Object, _ transform: @escaping @Sendable (Object, Value) -> Output
  ) -> Signal<Output, Failure> {
    // Whoever is going away already can not be referred to weakly.
    if isGoingAway(object) { return .empty }
    return map { [weak object] value -> Output? in object.map { transform($0, value) } }
      .take(while: { $0 != nil }).compactMap { $0 }
  }

  /// Sends each value beside `object`. See ``withUnretained(_:_:)``.
  public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Signal<(Object, Value), Failure> {
    withUnretained(object) { ($0, $1) }
  }
}
