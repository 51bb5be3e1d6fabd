import SwitchboardTraceFile
import SwitchboardTracing
public import Testing

/// Expects that a trace of `body` is equal to a golden file, line by line.
///
/// ```swift
/// @Test func login() {
///   expectTrace(matches: "login.golden") { Form().submit() }
/// }
/// ```
/// The file is `Golden/login.golden` beside the test's source file; `GoldenWriter` describes its contents. To write the
/// file, run the tests with `SWITCHBOARD_UPDATE_GOLDEN=1`. Read what changed before you keep the file. In a package,
/// name the folder in the test target's `exclude`, so that SwiftPM does not warn about it.
///
/// Without the trait `Tracing` the function runs `body`, and records an issue that says how to enable the trait.
///
/// `recordTrace` describes what is recorded, and when nothing is recorded. Events of several threads at the same time
/// have no order that a file could hold. So keep `body` to one thread, or to hops that it waits for.
///
/// - Parameters:
///   - name: A path relative to the folder `Golden`, or an absolute path.
///   - filePath: The file of the test. The folder `Golden` is beside this file.
///   - sourceLocation: The line that an issue names.
///   - body: The code to trace.
public func expectTrace(
  matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) rethrows {
  compare(try Recording.run(body), sourceLocation) { GoldenFile(name, besides: filePath).difference(to: $0) }
}

/// Expects that a trace of the asynchronous `body` is equal to a golden file, line by line.
///
/// Otherwise like the function for synchronous blocks. The asynchronous `recordTrace` describes where `body` runs, and
/// what is left out.
@_disfavoredOverload
public func expectTrace(
  matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @Sendable () async throws -> Void
) async rethrows {
  compare(try await Recording.runAsync(body), sourceLocation) {
    GoldenFile(name, besides: filePath).difference(to: $0)
  }
}

/// Expects that a trace of `body` is equal to `expected`: golden text, with or without the first line, which names the
/// format.
///
/// For a few lines; use `expectTrace(matches:)` for more. Golden text names source lines, so put the traced code into
/// another file.
public func expectTrace(
  _ expected: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
  compare(try Recording.run(body), sourceLocation) { inlineDifference(expected, $0) }
}

/// Expects that a trace of the asynchronous `body` is equal to `expected`.
///
/// Otherwise like the function for synchronous blocks. The asynchronous `recordTrace` describes where `body` runs, and
/// what is left out.
@_disfavoredOverload
public func expectTrace(
  _ expected: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable () async throws -> Void
) async rethrows {
  compare(try await Recording.runAsync(body), sourceLocation) { inlineDifference(expected, $0) }
}

/// Records an issue if the recording failed, or if its trace is not the expected one.
///
/// - Parameter difference: Returns the difference between the expected text and a golden text, or nil if there is none.
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
  return difference.isEmpty ? nil : "The trace (+) differs from the expected trace (-):\n\(difference)"
}

/// Returns the lines of a golden text, without the line that names the format and without empty lines at the end.
private func lines(of text: String) -> [Substring] {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  while lines.last?.isEmpty == true { lines.removeLast() }
  if lines.first?.hasPrefix("# switchboard.golden/") == true { lines.removeFirst() }
  return lines
}
