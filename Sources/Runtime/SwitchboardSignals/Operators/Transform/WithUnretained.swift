extension SignalProtocol {
  /// Sends the result of `transform` for `object` and each value. Does not keep `object` alive. Completes at the first
  /// value after `object` has been deallocated.
  ///
  /// ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)`` is the better choice at the end of a chain: such a
  /// subscription ends when its owner is deallocated, and does not wait for a value.
  ///
  /// Cost: one look at a weak reference per value.
  ///
  /// - Parameters:
  ///   - object: The object that `transform` gets, held weakly.
  ///   - transform: Returns what to send for the object and a value. Called on the sending thread.
  public func withUnretained<Object: AnyObject & Sendable, Output: Sendable>(
    _ object: Object, _ transform: @escaping @Sendable (Object, Value) -> Output
  ) -> Signal<Output, Failure> {
    // An object whose deallocation has begun cannot be referred to weakly.
    if isGoingAway(object) { return .empty() }
    return map { [weak object] value -> Output? in object.map { transform($0, value) } }
      .take(while: { $0 != nil }).compactMap { $0 }
  }

  /// Sends each value together with `object`. See ``withUnretained(_:_:)``.
  ///
  /// - Parameter object: The object to send, held weakly by the subscription. A receiver may keep it.
  public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Signal<(Object, Value), Failure> {
    withUnretained(object) { ($0, $1) }
  }
}
