import BenchmarkResults

/// The names of the suite `leaks`, and what they mean.
public enum LeaksNames {
  public static let suite = "leaks"

  public static let cycles = "live.cycles"
  public static let clean = "live.clean"
  public static let leaking = "live.leaking"
  public static let capacity = "live.capacity"
  public static let threads = "live.threads"

  public static let bytesPerCycle = "bytes/cycle"
  public static let bytes = "bytes"

  public static let workloads = [
    (
      name: cycles,
      sentence: "1000 subscribers join one broadcaster, get a value and leave, n times: bytes live after it, per cycle."
    ),
    (name: clean, sentence: "A scenario that does not leak runs n times: bytes live after it, per cycle."),
    (name: leaking, sentence: "A scenario that leaks runs n times: bytes live after it, per cycle."),
    (
      name: capacity,
      sentence: "A burst of subscribers comes and goes n times: bytes live after it, more than before the first burst."
    ),
    (
      name: threads,
      sentence: """
      A scenario that uses threads, tasks or the main actor runs n times: bytes live after it, per cycle; not exact, \
      as threads have caches.
      """
    ),
  ]

  /// The prefix of a scenario's name that gives its kind.
  static let kinds = (clean: "clean/", leaking: "leaking/")

  /// Returns the bytes of a row if they repeat from run to run; nil for rows of threads and rows in other units.
  static func exactBytes(_ row: Measurement) -> Double? {
    row.suite == suite && row.workload != threads && [bytesPerCycle, bytes].contains(row.unit) ? row.median : nil
  }
}
