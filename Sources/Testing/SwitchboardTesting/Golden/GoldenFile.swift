import Foundation
import SwitchboardTraceFile

/// A file with the expected golden text of a trace.
package struct GoldenFile {
  static let variable = "SWITCHBOARD_UPDATE_GOLDEN"

  package let path: String

  /// - Parameter name: A path relative to the folder `Golden` beside `source`, or an absolute path.
  package init(_ name: String, besides source: String) {
    path =
      name.hasPrefix("/")
      ? name : URL(fileURLWithPath: source).deletingLastPathComponent().path + "/Golden/" + name
  }

  package static var isUpdate: Bool { ProcessInfo.processInfo.environment[variable] == "1" }

  /// Returns a description of the difference between the file and `actual`, or nil if there is none. An update writes
  /// the file instead, and reports this on the standard output.
  package func difference(to actual: String, isUpdate: Bool = isUpdate) -> String? {
    let expected: String?
    do {
      expected =
        FileManager.default.fileExists(atPath: path) ? try String(contentsOfFile: path, encoding: .utf8) : nil
    } catch {
      return "\(path): cannot read the golden file: \(error.localizedDescription)"
    }
    if expected == actual { return nil }
    if isUpdate { return write(actual) }
    if let expected, let problem = Self.formProblem(expected) { return "\(path): \(problem)" }
    guard let expected else {
      return """
        \(path): the golden file does not exist. Run the test with \(Self.variable)=1 to write it, with these lines:
        \(actual)
        """
    }
    let difference = LineDifference(
      from: expected.split(separator: "\n", omittingEmptySubsequences: false),
      to: actual.split(separator: "\n", omittingEmptySubsequences: false))
    return """
      \(path): the trace (+) differs from the golden file (-):
      \(difference)
      If you intended the change, run the test with \(Self.variable)=1 to write the file again.
      """
  }

  /// Returns one sentence if `text` is not in the form of golden text that this version writes.
  private static func formProblem(_ text: String) -> String? {
    let (own, command) = (GoldenWriter.form, "`\(variable)=1 swift test --traits Tracing`")
    guard let form = GoldenWriter.form(of: text) else {
      return "the first line of the golden file names no form of golden text: write the file again with \(command)."
    }
    if form == own { return nil }
    return form < own
      ? """
      the golden file has form \(form), and this version of Switchboard writes form \(own): renew it with \
      \(command).
      """
      : """
      the golden file has form \(form), which this version of Switchboard does not know: update Switchboard, or write \
      the file in form \(own) with \(command).
      """
  }

  private func write(_ text: String) -> String? {
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      print("\(path): wrote the golden file")
      return nil
    } catch {
      return "\(path): cannot write the golden file: \(error.localizedDescription)"
    }
  }
}

/// The difference of two texts, as `diff -u` prints it: the lines that only one text has, with three lines around them.
///
/// Takes O(lines × differences).
package struct LineDifference: CustomStringConvertible {
  private static let margin = 3

  private enum Line {
    case both(Substring)
    case removed(Substring)
    case added(Substring)
  }

  private var lines: [Line] = []

  package let isEmpty: Bool

  package init(from old: [Substring], to new: [Substring]) {
    let difference = new.difference(from: old)
    isEmpty = difference.isEmpty
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var from = 0
    var to = 0
    while from < old.count || to < new.count {
      if removed.contains(from) {
        lines.append(.removed(old[from]))
        from += 1
      } else if added.contains(to) {
        lines.append(.added(new[to]))
        to += 1
      } else {
        lines.append(.both(old[from]))
        from += 1
        to += 1
      }
    }
  }

  package var description: String {
    var isShown = [Bool](repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() {
      if case .both = line { continue }
      for near in max(0, index - Self.margin)...min(lines.count - 1, index + Self.margin) { isShown[near] = true }
    }
    var text: [String] = []
    var oldNumber = 1
    var newNumber = 1
    for (index, line) in lines.enumerated() {
      if isShown[index], index == 0 || !isShown[index - 1] { text.append("@@ -\(oldNumber) +\(newNumber) @@") }
      switch line {
      case .both(let line):
        if isShown[index] { text.append(" \(line)") }
        oldNumber += 1
        newNumber += 1
      case .removed(let line):
        text.append("-\(line)")
        oldNumber += 1
      case .added(let line):
        text.append("+\(line)")
        newNumber += 1
      }
    }
    return text.joined(separator: "\n")
  }
}
