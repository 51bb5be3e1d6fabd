internal import CSwitchboardTracing

/// The conversion of time stamps into nanoseconds: a line through pairs of stamps that were read from both clocks.
///
/// Between two pairs the conversion is exact at both ends and grows in between. So the order of two stamps is the order
/// of their times.
struct Timeline {
  struct Anchor {
    var stamp: UInt64
    var nanoseconds: UInt64

    static func now(_ clock: UInt32) -> Anchor {
      var anchor = Anchor(stamp: 0, nanoseconds: 0)
      unsafe switchboard_trace_anchor(clock, &anchor.stamp, &anchor.nanoseconds)
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

  /// Reads both clocks again. Records made from now on come after ``to``.
  mutating func advance() {
    let next = Anchor.now(clock)
    guard next.stamp > to.stamp else { return }
    from = to
    to = next
    rate = Double(to.nanoseconds &- from.nanoseconds) / Double(to.stamp - from.stamp)
  }

  /// Returns the whole stamp of a record. Word 0 holds the lower 56 bits of the stamp.
  func stamp(_ word: UInt64) -> UInt64 {
    guard hasClock else { return word >> 8 }
    // The distance to the last pair, forwards or backwards, in 56 bits.
    let distance = Int64(bitPattern: ((word >> 8) &- to.stamp) << 8) >> 8
    return to.stamp &+ UInt64(bitPattern: distance)
  }

  /// Returns `stamp` in nanoseconds. Stamps of the monotonic clock already are nanoseconds, and without a clock the
  /// stamp is returned unchanged.
  func time(of stamp: UInt64) -> UInt64 {
    guard clock == UInt32(SWITCHBOARD_TRACE_COUNTER) else { return stamp }
    let distance = Double(Int64(bitPattern: stamp &- from.stamp)) * rate
    return from.nanoseconds &+ UInt64(bitPattern: Int64(distance))
  }
}
