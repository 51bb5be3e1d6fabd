public import SwitchboardBroadcast

/// The rule by which `flatMap` treats several signals that run at the same time.
@frozen
public struct FlattenStrategy: Sendable, Equatable {
  @usableFromInline
  enum Kind: Sendable, Equatable { case merge, queue(Int), latest, first }

  @usableFromInline let kind: Kind
  @inlinable init(_ kind: Kind) { self.kind = kind }

  /// All signals, at the same time.
  @inlinable public static var merge: FlattenStrategy { FlattenStrategy(.merge) }
  /// One signal after the other. Further signals wait, without limit, in the order in which they came.
  @inlinable public static var concat: FlattenStrategy { FlattenStrategy(.queue(1)) }
  /// Only the latest signal: a new signal ends the previous signal. Also known as switch.
  @inlinable public static var latest: FlattenStrategy { FlattenStrategy(.latest) }
  /// Only the first signal: while a signal runs, new signals are dropped. Also known as exhaust.
  @inlinable public static var first: FlattenStrategy { FlattenStrategy(.first) }

  /// Listens to at most `limit` signals at a time. Further signals wait, without limit, in the order in which they
  /// came.
  ///
  /// - Parameter limit: How many inner signals may run at a time. With 1, they run as with ``concat``.
  /// - Precondition: `limit` is positive.
  @inlinable
  public static func merge(_ limit: Int) -> FlattenStrategy {
    require(limit > 0, "cannot merge fewer than one signal at a time; use 1 or more")
    return FlattenStrategy(.queue(limit))
  }
}

extension SignalProtocol {
  /// Turns each value into an inner signal, and sends the values of the inner signals.
  ///
  /// Completes when the source and all inner signals have completed. Fails when the source or an inner signal fails. If
  /// the source or an inner signal ends without a terminal event, the returned signal ends without a terminal event
  /// after the source and all inner signals have ended. Exception: with `.concat` or a limit, a started inner signal
  /// that ends without a terminal event ends the returned signal without waiting for the remaining signals, because
  /// further inner signals may wait for its end. An inner signal that never ends keeps the returned signal from
  /// completing. With `.concat`, the inner signals behind it never start; with `.first`, all later values are dropped.
  ///
  /// With `.latest`, values of an older inner signal are no longer delivered after a new inner signal has been taken
  /// up. With `.first`, `transform` is not called for values that are dropped. With a limit, `transform` is called
  /// immediately, also for inner signals that have to wait.
  ///
  /// Deliveries are serial, whatever threads the signals send on (promise R6). No lock is held while `transform`, a
  /// subscription or a handler runs (promise R4). When an inner signal ends inside its subscription, the next inner
  /// signal follows without recursion.
  ///
  /// A function may call itself in `transform`, without end:
  ///
  /// ```swift
  /// func poll() -> Signal<Int, Never> { later().flatMap { _ in poll() } }
  /// ```
  /// When the source has completed and one inner signal is left, the inner signal takes the place of the returned
  /// signal. So depth and memory stay the same (promise R11). That holds if the inner signal is itself a `flatMap`, or
  /// goes on as one by `concat`, `catch` or `deferred`; with another operator behind it, each level stays.
  ///
  /// If the source sends inside its subscription, as `just` does, such a function uses stack for each level: at least
  /// 500 levels on 512 KB. Write `next.concat(.deferred { count() })` instead, or
  /// `next.repeat(after: .zero, on: scheduler)`.
  ///
  /// `transform` may also return a subject, a property or any other ``SignalProtocol``. If the source or the inner
  /// signals cannot fail, the returned signal fails like the other.
  ///
  /// Cost: one send through an observer per value; per signal a subscription and a place in a bag. Except with
  /// `.first`, an inner signal that ends inside its subscription, as `just` does, leaves its memory and its place to
  /// the next inner signal. An inner `flatMap` costs a few allocations more.
  ///
  /// - Parameters:
  ///   - strategy: What happens to a value that comes while inner signals run.
  ///   - transform: Returns the inner signal of a value. Called on the sending thread.
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    switch strategy.kind {
    case .merge: signal.flatMapMerging(transform)
    case .queue(let limit): signal.flatMapQueueing(limit, transform)
    case .latest: signal.flatMapSwitching(transform)
    case .first: signal.flatMapExhausting(transform)
    }
  }

  /// Calls `flatMap(.merge)`. See `flatMap(_:_:)`.
  ///
  /// - Parameter transform: Returns the inner signal of a value. Called on the sending thread.
  // An overload and not a default of `strategy`, so that a function can be passed by its name: `words.flatMap(load)`.
  public func flatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> { flatMap(.merge, transform) }

  /// Runs an inner signal for each value, one after the other: `flatMap(.concat)`. See `flatMap(_:_:)`.
  ///
  /// - Parameter transform: Returns the inner signal of a value. Called when the value comes, not when the signal's
  ///   turn comes.
  public func concatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> { flatMap(.concat, transform) }

  /// Runs an inner signal for the latest value, and ends the one before it: `flatMap(.latest)`. See `flatMap(_:_:)`.
  ///
  /// - Parameter transform: Returns the inner signal of a value. Called on the sending thread.
  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> { flatMap(.latest, transform) }

  /// Runs an inner signal for a value, and drops the values that come meanwhile: `flatMap(.first)`. See
  /// `flatMap(_:_:)`.
  ///
  /// - Parameter transform: Returns the inner signal of a value. Not called for a value that is dropped.
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> { flatMap(.first, transform) }
}
