internal import SwitchboardBroadcast

/// Decides faults from the seed of a ``FaultSchedule``, and counts them.
struct MemoryDice {
  typealias Fault = FaultSchedule.Fault

  private let schedule: FaultSchedule
  private let end: Duration
  private var state: UInt64
  private(set) var counts: [Fault: Int] = [:]

  /// Faults may happen until `schedule.until` after `start`.
  init(_ schedule: FaultSchedule, start: Duration) {
    self.schedule = schedule
    end = start + schedule.until.asDelay
    state = schedule.seed ?? 0
  }

  /// Whether a seed decides, and not turns.
  var isSeeded: Bool { schedule.seed != nil }

  mutating func count(_ fault: Fault) { counts[fault, default: 0] += 1 }

  /// Decides whether `fault` happens now, and counts it.
  mutating func happens(_ fault: Fault, at now: Duration) -> Bool {
    guard isSeeded, now < end, let rate = schedule.rates[fault], rate > 0, unit() < rate else { return false }
    count(fault)
    return true
  }

  /// The delay of a packet.
  mutating func delay(at now: Duration) -> Duration {
    happens(.delay, at: now) ? duration(upTo: schedule.longestDelay) : .zero
  }

  mutating func unavailability(at now: Duration) -> Duration {
    isSeeded && now < end ? min(duration(upTo: schedule.longestUnavailability), end - now) : .zero
  }

  /// Returns a number in `0..<count`. `count` is positive.
  mutating func pick(_ count: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(count)) }

  /// The resets, partitions and restarts of the schedule, with the times after the start, in no order.
  mutating func plan() -> [(after: Duration, Disturbance)] {
    guard isSeeded, schedule.until > .zero else { return [] }
    var plan: [(Duration, Disturbance)] = []
    for _ in 0..<pick(schedule.resets + 1) { plan.append((duration(upTo: schedule.until), .reset)) }
    for _ in 0..<pick(schedule.partitions + 1) {
      let (start, length) = (duration(upTo: schedule.until), duration(upTo: schedule.longestPartition))
      plan.append((start, .partition(min(length, schedule.until - start))))
    }
    for _ in 0..<pick(schedule.restarts + 1) { plan.append((duration(upTo: schedule.until), .restart)) }
    return plan
  }

  /// What happens at a planned time, whether or not there are messages.
  enum Disturbance {
    case reset, restart
    case partition(Duration)
  }

  /// Returns a duration in whole microseconds, so that the times in a log are short.
  private mutating func duration(upTo longest: Duration) -> Duration {
    let microseconds = longest.asDelay / .microseconds(1)
    return microseconds < 1 ? .zero : .microseconds(Int64(unit() * microseconds))
  }

  /// Returns a number from 0 to below 1.
  private mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// SplitMix64. A generator of the standard library might change.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
