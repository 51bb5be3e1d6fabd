// Where a duration of the user becomes a number, is added to a time or is multiplied. The limit is a century: a clock
// that counts nanoseconds in 64 bits, of the system or of a server, can add a century to any time that it shows.
extension Duration {
  /// A century of Julian years.
  package static var century: Duration { .seconds(3_155_760_000) }

  /// The duration as a delay. Negative durations are none, and nobody waits for longer than a century.
  ///
  /// Operators, which are inlined into clients, call this function and do not contain it.
  @usableFromInline package var asDelay: Duration { min(max(self, .zero), .century) }

  /// The duration in whole nanoseconds, rounded towards zero. At most a century, in both directions.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = min(max(self, .zero - .century), .century).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The duration as a delay in whole nanoseconds, rounded up: a timer must not come early.
  package var nanosecondsToWait: Int {
    let delay = asDelay
    return Int(delay.nanoseconds) + (.nanoseconds(delay.nanoseconds) < delay ? 1 : 0)
  }

  /// The duration times `factor`, at most a century, in both directions. A century also if `factor` is no number.
  package func times(_ factor: Double) -> Duration {
    let product = self / .century * factor
    if abs(product) < 1 { return self * factor }
    return product < 0 ? .zero - .century : .century
  }

  /// The duration in words. The description of the standard library stops the program if the seconds do not fit into 64
  /// bits.
  package var text: String { min(max(self, .seconds(Int64.min)), .seconds(Int64.max)).description }
}
