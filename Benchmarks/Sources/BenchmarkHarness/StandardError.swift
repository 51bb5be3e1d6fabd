import Foundation

/// The output for everything that is not a result. Does not use C's `stderr`, which is a mutable global.
public enum StandardError {
  /// Writes `text` unchanged. Ignores errors, because there is no place left to report them.
  public static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
