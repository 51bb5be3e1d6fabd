import Foundation
import SwitchboardTraceFile
import SwitchboardTracing
public import Testing

/// Expects that what `body` does is what a golden file says, line by line.
///
/// ```swift
/// @Test func login() {
///   expectTrace(matches: "login.golden") { Form().submit() }
/// }
/// ```
/// The file is `Golden/login.golden` beside the test's source file; see ``GoldenWriter`` for what stands in it. Run the
/// tests with `SWITCHBOARD_UPDATE_GOLDEN=1` to write it, then read what changed before you keep it.
///
/// What makes a difference, or keeps the trace from being recorded, is one issue; see ``recordTrace(recordsPerThread:sourceLocation:_:)``.
///
/// What several threads do at the same time has no order that a file could hold: keep `body` to one thread, or to hops
/// that it waits for.
///
/// - Parameter name: A path relative to the folder `Golden`, or an absolute one.
public func expectTrace(
  matches name: String, recordsPerThread: Int = 1 << 16, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
  guard let actual = try goldenText(recordsPerThread, sourceLocation, body) else { return }
  let isUpdate = ProcessInfo.processInfo.environment[GoldenFile.variable] == "1"
  if let problem = GoldenFile(name, besides: filePath).check(actual, isUpdate: isUpdate) {
    Issue.record("\(problem)", sourceLocation: sourceLocation)
  }
}

/// Expects that what `body` does is `expected`: golden text, with or without its first line, which names the format.
///
/// For a few lines; see ``expectTrace(matches:recordsPerThread:filePath:sourceLocation:_:)`` for more. Golden text names
/// source lines, so what is traced is better not in the same file.
public func expectTrace(
  _ expected: String, recordsPerThread: Int = 1 << 16, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) rethrows {
  guard let actual = try goldenText(recordsPerThread, sourceLocation, body) else { return }
  let difference = LineDifference(from: lines(of: expected), to: lines(of: actual))
  if !difference.isEmpty {
    Issue.record("The trace is not what was expected (-), but this (+):\n\(difference)", sourceLocation: sourceLocation)
  }
}

/// Nil if it could not be recorded, which is an issue by then.
private func goldenText(
  _ recordsPerThread: Int, _ sourceLocation: SourceLocation, _ body: () throws -> Void
) rethrows -> String? {
  switch try Recording.run(recordsPerThread, body) {
  case .recorded(let trace):
    do { return try GoldenWriter.text(of: trace.source) } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  case .failed(let reason):
    Issue.record("\(reason)", sourceLocation: sourceLocation)
  }
  return nil
}

/// Without the line that names the format, and empty ones at the end.
private func lines(of text: String) -> [Substring] {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  while lines.last?.isEmpty == true { lines.removeLast() }
  if lines.first?.hasPrefix("# switchboard.golden/") == true { lines.removeFirst() }
  return lines
}
