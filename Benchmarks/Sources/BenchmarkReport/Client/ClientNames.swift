import BenchmarkResults

/// The names of the suite `client`, and what they mean.
public enum ClientNames {
  public static let suite = "client"

  public static let library = "library.build"
  public static let rebuild = "client.rebuild"
  public static let emptyDebug = "empty.debug"
  public static let rebuildDebug = "client.debug"
  public static let code = "client.code"
  public static let hello = "hello.code"

  /// Processor seconds.
  public static let seconds = "CPU s"
  public static let bytes = "bytes"

  public static let own = "switchboard"
  public static let peer = "opencombine"

  /// Returns the bytes of code of a row, which repeat from run to run of one compiler; nil for other rows.
  static func codeBytes(_ row: Measurement) -> Double? {
    row.suite == suite && row.unit == bytes ? row.median : nil
  }
}
