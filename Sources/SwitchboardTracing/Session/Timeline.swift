internal import CSwitchboardTracing

/// Turns time stamps into nanoseconds: a line through pairs that were read from both clocks.
///
/// Between two pairs the conversion is exact at both ends and grows in between, so the order of two stamps is the order of
/// their times.
struct Timeline {
  struct Anchor {
    var stamp: UInt64
    var nanoseconds: UInt64

    static func now(_ clock: UInt32) -> Anchor {
      var anchor = Anchor(stamp: 0, nanoseconds: 0)
      switchboard_trace_anchor(clock, &anchor.stamp, &anchor.nanoseconds)
      return anchor
    }
  }

  let clock: UInt32
  private(set) var from: Anchor
  private(set) var to: Anchor
  private var rate = 0.0

  init(clock: UInt32) {
    self.clock = clock
    from = .now(clock)
    to = from
  }

  var hasClock: Bool { clock != UInt32(SWITCHBOARD_TRACE_SEQUENCE) }

  /// Goes on to now: what is recorded from here on comes after ``to``.
  mutating func advance() {
    let next = Anchor.now(clock)
    guard next.stamp > to.stamp else { return }
    from = to
    to = next
    rate = Double(to.nanoseconds &- from.nanoseconds) / Double(to.stamp - from.stamp)
  }

  /// The whole stamp of which a record holds the lower 56 bits.
  func stamp(_ word: UInt64) -> UInt64 {
    guard hasClock else { return word >> 8 }
    // Distance to the last pair, forwards or backwards, in 56 bits.
    let distance = Int64(bitPattern: ((word >> 8) &- to.stamp) << 8) >> 8
    return to.stamp &+ UInt64(bitPattern: distance)
  }

  /// Nanoseconds of `stamp`; the stamp itself where there is no clock.
  func time(of stamp: UInt64) -> UInt64 {
    guard clock == UInt32(SWITCHBOARD_TRACE_COUNTER) else { return stamp }
    let distance = Double(Int64(bitPattern: stamp &- from.stamp)) * rate
    return from.nanoseconds &+ UInt64(bitPattern: Int64(distance))
  }
}
