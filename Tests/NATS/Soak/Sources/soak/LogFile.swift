import Foundation

/// A file that grows by whole lines. A line that was appended is not lost when the process is killed, because the
/// operating system has it.
final class LogFile: Sendable {
  private let descriptor: Int32

  init(_ path: String) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    if descriptor < 0 { fail("\(path) cannot be written: \(String(cString: strerror(errno)))") }
  }

  /// Appends lines in one call of the operating system.
  func append(_ lines: some Sequence<UInt8>) {
    let bytes = ContiguousArray(lines)
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count != bytes.count { fail("a log cannot be written: \(String(cString: strerror(errno)))") }
  }

  func append(_ line: String) { append(line.utf8) }

  /// Returns the numbers in a file with one number for each line.
  static func numbers(_ path: String) -> [Int] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    var numbers: [Int] = []
    var number = 0
    for byte in data {
      if byte == UInt8(ascii: "\n") {
        numbers.append(number)
        number = 0
      } else {
        number = number * 10 + Int(byte) - 48
      }
    }
    return numbers
  }
}
