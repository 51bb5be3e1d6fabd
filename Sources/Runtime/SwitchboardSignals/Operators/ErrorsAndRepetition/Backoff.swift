import SwitchboardBroadcast

/// How long to wait before each further attempt. The first delay is `first`; each later delay is `factor` times the
/// delay before it, at most `limit`.
///
/// ```swift
/// request.retry(5, backoff: Backoff(first: .seconds(1), limit: .seconds(30), jitter: 0.5), on: .main)
/// ```
public struct Backoff: Sendable {
  let first: Duration
  let factor: Double
  let limit: Duration
  let jitter: Double
  let seed: UInt64?
  let restartsAfterValue: Bool

  /// Creates a back-off.
  ///
  /// - Parameters:
  ///   - first: The delay before the second attempt. None if zero or less.
  ///   - factor: The ratio of a delay to the delay before it. With less than 1, the delays become shorter.
  ///   - limit: The longest delay. A limit of more than a century counts as a century.
  ///   - jitter: The part of each delay that is left to chance, from 0 to 1. With 0.5, half to all of a delay is
  ///     waited for. Without jitter, clients that have failed together try again together.
  ///   - seed: Makes the same delays in each subscription and each run. Without a seed, every subscription has delays
  ///     of its own.
  ///   - restartsAfterValue: Whether a value shows that the source has recovered. Then the next delay is `first`, and
  ///     the attempts are counted from 0 again. For sources that last, such as the connection to a server.
  /// - Precondition: `factor` is finite and not negative, and `jitter` is from 0 to 1.
  public init(
    first: Duration, factor: Double = 2, limit: Duration = .seconds(60), jitter: Double = 0, seed: UInt64? = nil,
    restartsAfterValue: Bool = false
  ) {
    require(0..<Double.infinity ~= factor, "cannot multiply a delay by \(factor); use a number from 0 on")
    require(0...1 ~= jitter, "cannot leave \(jitter) of a delay to chance; use 0 to 1")
    (self.first, self.factor, self.limit) = (first, factor, limit.asDelay)
    (self.jitter, self.seed, self.restartsAfterValue) = (jitter, seed, restartsAfterValue)
  }

  /// A back-off whose delays are all the same.
  static func constant(_ delay: Duration) -> Backoff { Backoff(first: delay, factor: 1, limit: .century) }

  /// The delays of one subscription.
  struct Delays {
    private let backoff: Backoff
    private var delay: Duration
    private var random: UInt64

    init(_ backoff: Backoff) {
      (self.backoff, delay) = (backoff, backoff.first)
      random = backoff.jitter == 0 ? 0 : backoff.seed ?? .random(in: 0 ... .max)
    }

    mutating func restart() { delay = backoff.first }

    mutating func next() -> Duration {
      let whole = min(delay.asDelay, backoff.limit)
      // Each delay of a constant back-off is exact: a `Double` would round it.
      if backoff.factor != 1 { delay = whole.times(backoff.factor) }
      return backoff.jitter == 0 ? whole : whole * (1 - backoff.jitter * chance())
    }

    /// Returns a number from 0 to below 1, by SplitMix64: a generator of the standard library might change.
    private mutating func chance() -> Double {
      random &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (random ^ (random >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }
  }
}

extension SignalProtocol {
  /// Subscribes again on `scheduler` after an error, at most `count` times, and waits longer before each attempt.
  /// Passes on the error of the last attempt.
  ///
  /// The count and the delays go on from the first error to the last, whatever values come between, unless the back-off
  /// ``Backoff/init(first:factor:limit:jitter:seed:restartsAfterValue:)`` restarts after a value. Disposal while the
  /// subscription waits ends the wait. If the scheduler is deallocated, the subscription ends without an event. For
  /// what keeps the source alive, see ``retry(_:after:on:)``, and for shared signals ``retry(_:)``.
  ///
  /// Cost: nothing per value; with a restart, a few stores. Per attempt a subscription and a timer.
  ///
  /// Source: RxJS `retry({ count, delay, resetOnSuccess })`, RxSwiftExt `retry(.exponentialDelayed)`.
  ///
  /// - Parameters:
  ///   - count: How many attempts may follow the first. Without it, there is no limit.
  ///   - backoff: The time from each error to the next subscription.
  ///   - scheduler: Measures the delays. The attempts after the first subscribe there.
  /// - Precondition: `count` is not negative.
  public func retry(
    _ count: Int = .max, backoff: Backoff, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(count >= 0, "cannot retry a negative number of times; use 0 or more")
    return resubscribing(count, backoff, on: scheduler) { $0.isError }
  }
}
