/// The variants of `flatMap` that turn the values of a source that cannot fail into signals that can. Source: Combine
/// flatMap.
extension SignalProtocol where Failure == Never {
  /// Turns each value into a signal that may fail. See ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Output: Sendable, NewFailure: Error>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Signal<Output, NewFailure>
  ) -> Signal<Output, NewFailure> { setFailureType(to: NewFailure.self).flatMap(strategy, transform) }

  /// Calls `flatMap(.concat)` with signals that may fail.
  @inlinable
  @_disfavoredOverload
  public func concatMap<Output: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, NewFailure>
  ) -> Signal<Output, NewFailure> { flatMap(.concat, transform) }

  /// Calls `flatMap(.latest)` with signals that may fail.
  @inlinable
  @_disfavoredOverload
  public func flatMapLatest<Output: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, NewFailure>
  ) -> Signal<Output, NewFailure> { flatMap(.latest, transform) }

  /// Calls `flatMap(.first)` with signals that may fail.
  @inlinable
  @_disfavoredOverload
  public func flatMapFirst<Output: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, NewFailure>
  ) -> Signal<Output, NewFailure> { flatMap(.first, transform) }
}
