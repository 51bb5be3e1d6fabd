import Foundation
import PackagePlugin

/// `swift package switchboard-leaks`: runs the tests of a client with tracing, and prints the leaks by line.
///
/// The tests are built a second time, in a folder of the plugin, because `swift package` holds the lock of the client's
/// build folder. The environment variable SWITCHBOARD_TRACING turns tracing on in the manifest of switchboard.
/// SWITCHBOARD_LEAKS names the file to which each test process appends what is left when it ends.
@main
struct SwitchboardLeaksCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let options = Options(arguments)
    let file = context.pluginWorkDirectoryURL.appending(path: "leaks.txt")
    try? FileManager.default.removeItem(at: file)

    let tests = Process()
    tests.executableURL = URL(filePath: "/usr/bin/env")
    tests.arguments =
      [
        "swift", "test", "--package-path", context.package.directoryURL.path, "--scratch-path",
        context.pluginWorkDirectoryURL.appending(path: "build").path,
      ] + options.filters.flatMap { ["--filter", $0] }
    tests.environment = ProcessInfo.processInfo.environment.merging([
      "SWITCHBOARD_LEAKS": file.path, "SWITCHBOARD_TRACING": "1",
    ]) { $1 }
    // SwiftPM shows all output of a plugin as standard output, which must be nothing but JSON.
    let log = context.pluginWorkDirectoryURL.appending(path: "tests.log")
    if options.json {
      try Data().write(to: log)
      let output = try FileHandle(forWritingTo: log)
      (tests.standardOutput, tests.standardError) = (output, output)
    }
    try tests.run()
    tests.waitUntilExit()

    let output = options.json ? log.path : "the output above"
    let isPassed = tests.terminationStatus == 0
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      fail(
        isPassed
          ? "no test process uses switchboard. Make a test target depend on a target that imports Switchboard."
          : "no test process reached its end. Mend what \(output) says, and run the command again.")
    }
    let findings = Finding.all(in: text, except: options.exceptions)
    try show(findings, options, isComplete: isPassed)
    if !findings.isEmpty { exit(1) }
    if !isPassed {
      fail("the tests failed; see \(output). A test process that crashed has not reported what it leaks.")
    }
  }

  private func show(_ findings: [Finding], _ options: Options, isComplete: Bool) throws {
    if options.json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(findings), as: UTF8.self))
    } else {
      for finding in findings { print("\(finding.place): \(finding.kind): \(finding.text)") }
      if findings.isEmpty && !isComplete { return }
      print(findings.isEmpty ? "no leaks" : findings.count == 1 ? "1 leak" : "\(findings.count) leaks")
    }
  }
}

/// A source line that leaks.
private struct Finding: Codable {
  var place: String
  /// A kind of the leak detector, or `alive`: alive when the process ended.
  var kind: String
  var count: Int
  var text: String

  static func all(in text: String, except exceptions: [String]) -> [Finding] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4, let count = Int(fields[2]) else { return nil }
      if exceptions.contains(where: { line.contains($0) }) { return nil }
      return Finding(place: fields[0], kind: fields[1], count: count, text: fields[3])
    }
  }
}

private struct Options {
  var filters: [String]
  var exceptions: [String]
  var json: Bool

  init(_ arguments: [String]) {
    var extractor = ArgumentExtractor(arguments)
    if extractor.extractFlag(named: "help") > 0 || arguments.contains("-h") {
      print(Self.help)
      exit(0)
    }
    for (option, next) in zip(arguments, arguments.dropFirst() + ["--"])
    where ["--filter", "--except"].contains(option) && next.hasPrefix("--") {
      fail("\(option) needs a text. See `swift package switchboard-leaks --help`.")
    }
    filters = extractor.extractOption(named: "filter")
    exceptions = extractor.extractOption(named: "except")
    json = extractor.extractFlag(named: "json") > 0
    if let rest = extractor.remainingArguments.first {
      fail("unknown argument \(rest). See `swift package switchboard-leaks --help`.")
    }
  }

  static let help = """
    OVERVIEW: Run the tests of this package with tracing, and print what leaks, by source line.

    USAGE: swift package switchboard-leaks [--filter TEXT]… [--except TEXT]… [--json]

    A line is printed for each leak that `.leakChecked`, `expectNoLeaks` or `assertNoLeaks` finds, and for each line of
    code whose subscriptions are alive when the test process ends. A subscription that lasts as long as the program,
    such as that of a singleton, is alive too: leave it out with --except.

    OPTIONS:
      --filter TEXT   Run only tests that match, as `swift test --filter` does. Repeatable.
      --except TEXT   Leave out findings whose line contains TEXT. Repeatable.
      --json          Print a list of objects with the keys place, kind, count and text.
      --help          Print this help.

    The package needs no trait. The tests are built in a folder of their own. On macOS, run the command as
    `swift package --disable-sandbox switchboard-leaks`, because a sandbox cannot contain another sandbox.

    EXIT STATUS: 0 if nothing leaks and the tests pass, otherwise not 0.
    """
}

private func fail(_ message: String) -> Never {
  Diagnostics.error("switchboard-leaks: \(message)")
  exit(1)
}
