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

  /// The prefix of a scenario's name that gives its kind.
  static let kinds = (clean: "clean/", leaking: "leaking/")

  /// Returns the bytes of a row if they repeat from run to run; nil for rows of threads and rows in other units.
  static func exactBytes(_ row: Measurement) -> Double? {
    row.suite == suite && row.workload != threads && [bytesPerCycle, bytes].contains(row.unit) ? row.median : nil
  }
}
