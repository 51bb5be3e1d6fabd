import ArgumentParser
import Foundation

/// The exit statuses of the command, beside 0, and 64 for a wrong option.
enum Exit {
  /// The library did what it does not promise.
  static let found = ExitCode(1)
  static let cannotWrite = ExitCode(74)
}

enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Writes `text`. Errors are ignored, because there is no other place to report them.
  static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

/// Writes an encodable result as JSON with sorted keys, so that scripts can compare results.
func printJSON(_ result: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  print(String(decoding: try encoder.encode(result), as: UTF8.self))
}

func write(_ text: String, to path: String) throws {
  do { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) } catch {
    StandardError.write("torture: cannot write \(path): \(error.localizedDescription)\n")
    throw Exit.cannotWrite
  }
}

/// The progress of a run on standard error: a line that is overwritten if that is a terminal, otherwise a line each ten
/// seconds.
struct Progress {
  private let clock = ContinuousClock()
  private let begin: ContinuousClock.Instant
  private var next: ContinuousClock.Instant
  private let interval: Duration = StandardError.isTerminal ? .milliseconds(200) : .seconds(10)

  init() {
    begin = clock.now
    next = begin + interval
  }

  var seconds: Double { (clock.now - begin) / .seconds(1) }

  /// Shows `text`, unless a line was shown a moment ago.
  mutating func show(_ text: @autoclosure () -> String) {
    let now = clock.now
    if now < next { return }
    next = now + interval
    let line = "\(Int(seconds)) s  \(text())"
    StandardError.write(StandardError.isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n")
  }

  func clear() { if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") } }
}

extension Int {
  /// The number with commas between groups of three digits.
  var grouped: String {
    var digits = Array(String(magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
