public import SwitchboardBroadcast

/// Which of the signals that values are turned into are listened to when there are several.
@frozen
public struct FlattenStrategy: Sendable, Equatable {
  @usableFromInline
  enum Kind: Sendable, Equatable { case merge, queue(Int), latest, first }

  @usableFromInline let kind: Kind
  @inlinable init(_ kind: Kind) { self.kind = kind }

  /// All of them.
  @inlinable public static var merge: FlattenStrategy { FlattenStrategy(.merge) }
  /// One after the other; the others wait, without limit, in the order in which they came.
  @inlinable public static var concat: FlattenStrategy { FlattenStrategy(.queue(1)) }
  /// The latest only: a new one ends the one before it. Also known as switch.
  @inlinable public static var latest: FlattenStrategy { FlattenStrategy(.latest) }
  /// The first only: while one runs, those that come are dropped. Also known as exhaust.
  @inlinable public static var first: FlattenStrategy { FlattenStrategy(.first) }

  /// At most `limit` at a time; the others wait, without limit, in the order in which they came.
  ///
  /// - Precondition: `limit` is positive.
  @inlinable
  public static func merge(_ limit: Int) -> FlattenStrategy {
    require(limit > 0, "cannot merge fewer than one signal at a time")
    return FlattenStrategy(.queue(limit))
  }
}

extension SignalProtocol {
  /// Turns each value into a signal, and sends what those send.
  ///
  /// Completes when the source and all that it was turned into have completed; fails when one of them does. If one dies
  /// without a terminal event, the end, when all the others have ended, is one without an event; with `.concat` or a limit,
  /// where others wait for it, the death of one that was started ends all. A signal that never ends keeps the result from completing; with `.concat` those behind it never start, with `.first` all
  /// later values are dropped.
  ///
  /// With `.latest`, once a new signal has been taken up nothing that an older one sent is delivered any more. With `.first`,
  /// `transform` is not called for what is dropped; with a limit it is called at once, for those that wait too.
  ///
  /// Serial, whatever threads the signals send on (R6), and no lock is held while `transform`, a subscription or a handler
  /// runs (R4). Signals that end inside their subscription are followed by the next without recursion. Source: RACSignal
  /// flattenMap, flatten:, concat, switchToLatest.
  ///
  /// Cost: one send through an observer per value; per signal a subscription and a place in a bag.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    switch strategy.kind {
    case .merge: flatMapMerging(transform)
    case .queue(let limit): flatMapQueueing(limit, transform)
    case .latest: flatMapSwitching(transform)
    case .first: flatMapExhausting(transform)
    }
  }

  /// `flatMap(.concat)`.
  @inlinable
  public func concatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> { flatMap(.concat, transform) }

  /// `flatMap(.latest)`.
  @inlinable
  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> { flatMap(.latest, transform) }

  /// `flatMap(.first)`.
  @inlinable
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> { flatMap(.first, transform) }
}

extension SignalProtocol where Value: SignalProtocol, Value.Failure == Failure {
  /// Sends what the signals that are its values send. See ``flatMap(_:_:)``.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Failure> {
    flatMap(strategy) { $0.signal }
  }

  /// Sends what the latest of the signals that are its values sends: `flatten(.latest)`.
  @inlinable public func switchToLatest() -> Signal<Value.Value, Failure> { flatten(.latest) }
}
