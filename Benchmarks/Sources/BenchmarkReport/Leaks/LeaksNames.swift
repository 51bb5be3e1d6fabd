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
      sentence:
        "1000 subscribers join one broadcaster, get a value and leave, n times: live bytes afterwards, per cycle."
    ),
    (name: clean, sentence: "A scenario without a leak runs n times: live bytes afterwards, per cycle."),
    (name: leaking, sentence: "A scenario with a leak runs n times: live bytes afterwards, per cycle."),
    (
      name: capacity,
      sentence: "Many subscribers join and leave n times: the increase of live bytes since before the first time."
    ),
    (
      name: threads,
      sentence: """
      A scenario with threads, tasks or the main actor runs n times: live bytes afterwards, per cycle. The figures are \
      not exact, because threads have caches.
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
