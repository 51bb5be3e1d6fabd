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
/// The file is `Golden/login.golden` beside the test's source file; see `GoldenWriter` for what stands in it. Run the
/// tests with `SWITCHBOARD_UPDATE_GOLDEN=1` to write it, then read what changed before you keep it. In a package, name the
/// folder in the test target's `exclude`, so that SwiftPM does not ask what it is.
///
/// What is recorded, and what keeps it from being recorded, stands at ``recordTrace(sourceLocation:_:)-(()throws->Void)``.
/// What several threads do at the same time has no order that a file could hold: keep `body` to one thread, or to hops
/// that it waits for.
///
/// - Parameter name: A path relative to the folder `Golden`, or an absolute one.
public func expectTrace(
  matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) rethrows {
  compare(try Recording.run(body), sourceLocation) { GoldenFile(name, besides: filePath).difference(to: $0) }
}

/// Expects that what `body` does is what a golden file says, line by line.
///
/// As the one for synchronous blocks; where `body` runs, and what is left out, stands at
/// ``recordTrace(sourceLocation:_:)-(()asyncthrows->Void)``.
@_disfavoredOverload
public func expectTrace(
  matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @Sendable () async throws -> Void
) async rethrows {
  compare(try await Recording.runAsync(body), sourceLocation) {
    GoldenFile(name, besides: filePath).difference(to: $0)
  }
}

/// Expects that what `body` does is `expected`: golden text, with or without its first line, which names the format.
///
/// For a few lines; see ``expectTrace(matches:filePath:sourceLocation:_:)-(_,_,_,()throws->Void)`` for more. Golden text
/// names source lines, so what is traced is better not in the same file.
public func expectTrace(
  _ expected: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
  compare(try Recording.run(body), sourceLocation) { inlineDifference(expected, $0) }
}

/// Expects that what `body` does is `expected`.
///
/// As the one for synchronous blocks; where `body` runs, and what is left out, stands at
/// ``recordTrace(sourceLocation:_:)-(()asyncthrows->Void)``.
@_disfavoredOverload
public func expectTrace(
  _ expected: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable () async throws -> Void
) async rethrows {
  compare(try await Recording.runAsync(body), sourceLocation) { inlineDifference(expected, $0) }
}

/// - Parameter difference: What is wrong with the golden text, if anything is.
private func compare(
  _ recording: Recording, _ sourceLocation: SourceLocation, _ difference: (String) -> String?
) {
  switch recording {
  case .recorded(let trace):
    do {
      guard let problem = difference(try GoldenWriter.text(of: trace.source)) else { return }
      Issue.record("\(problem)", sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  case .failed(let reason):
    Issue.record("\(reason)", sourceLocation: sourceLocation)
  }
}

private func inlineDifference(_ expected: String, _ actual: String) -> String? {
  let difference = LineDifference(from: lines(of: expected), to: lines(of: actual))
  return difference.isEmpty ? nil : "The trace is not what was expected (-), but this (+):\n\(difference)"
}

/// Without the line that names the format, and empty ones at the end.
private func lines(of text: String) -> [Substring] {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  while lines.last?.isEmpty == true { lines.removeLast() }
  if lines.first?.hasPrefix("# switchboard.golden/") == true { lines.removeFirst() }
  return lines
}
