extension TextOutput {
  /// Returns `string` as a JSON string, without the quotes.
  static func json(_ string: String) -> String {
    guard string.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return string
    }
    return string.unicodeScalars.map(escaped).joined()
  }

  /// Writes a number. Writes it as a string if a reader that holds numbers as doubles would round it.
  func writeJSON(_ number: UInt64) {
    guard number > 1 << 53 else { return write(number) }
    write("\"")
    write(number)
    write("\"")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where scalar.value < 0x20:
      let hex = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    default: return String(Character(scalar))
    }
  }
}
