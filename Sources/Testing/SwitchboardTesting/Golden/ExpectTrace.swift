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
/// The file is `Golden/login.golden` beside the test's source file. To write the file, run the tests with
/// `SWITCHBOARD_UPDATE_GOLDEN=1`. Read what changed before you keep the file. In a package, name the folder in the test
/// target's `exclude`, so that SwiftPM does not warn about it.
///
/// The file tells what the traced code did: subscriptions, events and ends, by its own names. It has no line numbers,
/// and nothing of how operators are built, so it stays the same when code moves, or when a later version of Switchboard
/// works in another way. The page Tracing describes it. The first line names the form of the text. If the file has
/// another form than this version writes, the issue says how to renew it.
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
/// For a few lines; use `expectTrace(matches:)` for more.
///
/// - Parameter expected: The lines that the trace should have.
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
      let output = TextOutput()
      let writer = GoldenWriter(to: output)
      try trace.source.copy(to: writer)
      guard let problem = difference(output.text) else { return }
      // Golden text has no line numbers. A reader of the difference needs them.
      let words = Set(problem.split { " \n#".contains($0) }.map(String.init))
      let lines = writer.lines.filter { words.contains($0.name) }.map { "\n\($0.name) is \($0.site)" }
      Issue.record("\(problem)\(lines.joined())", sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  case .failed(let reason):
    Issue.record("\(reason)", sourceLocation: sourceLocation)
  }
}

private func inlineDifference(_ expected: String, _ actual: String) -> String? {
  if let form = GoldenWriter.form(of: expected), form != GoldenWriter.form {
    return """
      The expected text has form \(form), and this version of Switchboard writes form \(GoldenWriter.form): write \
      these lines instead:
      \(actual)
      """
  }
  let difference = LineDifference(from: lines(of: expected), to: lines(of: actual))
  return difference.isEmpty ? nil : "The trace (+) differs from the expected trace (-):\n\(difference)"
}

/// Returns the lines of a golden text, without the line that names the format and without empty lines at the end.
private func lines(of text: String) -> [Substring] {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  while lines.last?.isEmpty == true { lines.removeLast() }
  if lines.first?.hasPrefix(GoldenWriter.firstLine) == true { lines.removeFirst() }
  return lines
}
