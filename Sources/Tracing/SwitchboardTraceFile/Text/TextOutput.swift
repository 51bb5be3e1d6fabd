#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A destination of text: a file descriptor, in pieces of 64 kB, or memory.
///
/// Threading: one thread at a time.
package final class TextOutput: TextOutputStream {
  private static let chunk = 1 << 16

  private let descriptor: Int32?
  private var bytes: [UInt8] = []
  private var failure: TextOutputError?

  /// Creates an output that keeps everything in memory; see ``text``.
  package init() { descriptor = nil }

  /// Creates an output to a file that the caller opened and will close.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    bytes.reserveCapacity(Self.chunk + 4096)
  }

  /// The text in memory.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes `string`. Errors are kept for ``flush()``, and nothing is written after an error.
  package func write(_ string: String) {
    var string = string
    string.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    if bytes.count >= Self.chunk { drain() }
  }

  package func write(_ number: UInt64) {
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &digits) { buffer in
      var rest = number
      var start = buffer.count
      repeat {
        start -= 1
        unsafe buffer[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest != 0
      unsafe bytes.append(contentsOf: buffer[start...])
    }
  }

  /// Writes the rest of the buffer. Throws the first error of this or an earlier write.
  package func flush() throws(TextOutputError) {
    drain()
    if let failure { throw failure }
  }

  /// Throws the first error so far, so that a caller stops when, for example, the disk is full.
  package func check() throws(TextOutputError) {
    if let failure { throw failure }
  }

  private func drain() {
    guard let descriptor else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let written = unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if written > 0 {
          unsafe rest = unsafe rest.dropFirst(written)
        } else if errno != EINTR {
          failure = TextOutputError(code: errno)
          return
        }
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

/// An error of the system when text was written.
package struct TextOutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The code, as in `errno`.
  package let code: Int32

  /// Whether the other end of the pipe is closed, which is not worth a message.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The system's description of the error.
  package var description: String { unsafe String(cString: strerror(code)) }
}

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

/// Returns `text` on one line, with control characters and backslashes escaped as in Swift.
func printable(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\\": result += "\\\\"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
