import Foundation

/// Puts each array without objects, strings or further arrays on one line. `JSONEncoder` gives every number a line of
/// its own, so a run's samples would take fifty thousand lines.
enum CompactJSON {
  /// Returns the same JSON with other white space.
  ///
  /// - Parameter data: JSON as `JSONEncoder` prints it. Takes time in proportion to its length.
  static func data(_ data: Data) -> Data {
    let bytes = [UInt8](data)
    var compact: [UInt8] = []
    compact.reserveCapacity(bytes.count)
    var index = 0
    var isInString = false
    var isEscaped = false
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        isInString = isEscaped || byte != quote
        isEscaped = !isEscaped && byte == backslash
      } else if byte == quote {
        isInString = true
      } else if byte == open, let end = end(of: index, bytes) {
        append(bytes[index...end], to: &compact)
        index = end + 1
        continue
      }
      compact.append(bytes[index])
      index += 1
    }
    return Data(compact)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let open = UInt8(ascii: "[")
  private static let close = UInt8(ascii: "]")
  private static let comma = UInt8(ascii: ",")
  private static let whiteSpace: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\n")]

  /// Returns the index of the bracket that closes the array, or nil if the array contains more than numbers and words.
  private static func end(of start: Int, _ bytes: [UInt8]) -> Int? {
    let others: Set<UInt8> = [quote, open, UInt8(ascii: "{")]
    for index in (start + 1)..<bytes.count {
      if bytes[index] == close { return index }
      if others.contains(bytes[index]) { return nil }
    }
    return nil
  }

  private static func append(_ array: ArraySlice<UInt8>, to compact: inout [UInt8]) {
    for byte in array where !whiteSpace.contains(byte) {
      compact.append(byte)
      if byte == comma { compact.append(UInt8(ascii: " ")) }
    }
  }
}
