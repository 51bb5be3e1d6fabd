import Foundation

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
