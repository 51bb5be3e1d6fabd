import Foundation

/// Where everything goes that is not a result. Not C's `stderr`, which is a mutable global.
public enum StandardError {
  /// Writes `text` as it is. Errors are ignored: there is nobody left to tell.
  public static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
