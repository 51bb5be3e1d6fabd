// The variants of `flatMap` for transforms that do not return a `Signal`, and for signals that fail in different ways.
// The compiler tries them after the variants that take a `Signal` with the failure type of the source.

// The inner signals are subjects, properties or others that fail as the source does.
extension SignalProtocol {
  /// Turns each value into an inner signal. See ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProtocol>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure { flatMap(strategy) { transform($0).signal } }

  /// Calls `flatMap(.merge)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure { flatMap(.merge, transform) }

  /// Calls `flatMap(.concat)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func concatMap<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure { flatMap(.concat, transform) }

  /// Calls `flatMap(.latest)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMapLatest<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure { flatMap(.latest, transform) }

  /// Calls `flatMap(.first)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMapFirst<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure { flatMap(.first, transform) }
}

// The inner signals cannot fail.
extension SignalProtocol {
  /// Turns each value into an inner signal. See ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProtocol>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never { flatMap(strategy) { transform($0).promoted() } }

  /// Calls `flatMap(.merge)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never { flatMap(.merge, transform) }

  /// Calls `flatMap(.concat)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func concatMap<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never { flatMap(.concat, transform) }

  /// Calls `flatMap(.latest)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMapLatest<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never { flatMap(.latest, transform) }

  /// Calls `flatMap(.first)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMapFirst<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never { flatMap(.first, transform) }
}

// The source cannot fail.
extension SignalProtocol where Failure == Never {
  /// Turns each value into an inner signal. See ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProtocol>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Failure> {
    setFailureType(to: Inner.Failure.self).flatMap(strategy) { transform($0).signal }
  }

  /// Calls `flatMap(.merge)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Failure> { flatMap(.merge, transform) }

  /// Calls `flatMap(.concat)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func concatMap<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Failure> { flatMap(.concat, transform) }

  /// Calls `flatMap(.latest)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMapLatest<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Failure> { flatMap(.latest, transform) }

  /// Calls `flatMap(.first)`. See `flatMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  public func flatMapFirst<Inner: SignalProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Failure> { flatMap(.first, transform) }
}
