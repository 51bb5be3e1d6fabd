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
    if options.json { try Data().write(to: log) }
    let output = try run(tests, copyingOutputTo: options.json ? FileHandle(forWritingTo: log) : .standardOutput)

    let place = options.json ? log.path : "the output above"
    let isPassed = tests.terminationStatus == 0
    // `swift test` passes if no test matches. A process without tests leaks nothing, which says nothing about the code.
    if isPassed && !isTested(output) { fail(options.nothingRan) }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      fail(
        isPassed
          ? "no test process uses switchboard. Make a test target depend on a target that imports Switchboard."
          : "no test process reached its end. Mend what \(place) says, and run the command again.")
    }
    let report = Report(text, except: options.exceptions)
    try show(report.findings, options, isComplete: isPassed && report.damaged.isEmpty)
    if let line = report.damaged.first {
      fail(
        "\(file.path) has lines that are no findings, such as “\(line)”. A process that ended while it wrote leaves "
          + "such a line: run the command again. If the line is there again, a test may write to the file, or the "
          + "library may have another version than the command: delete \(context.pluginWorkDirectoryURL.path), and run "
          + "the command again.")
    }
    if !report.findings.isEmpty { exit(1) }
    if !isPassed {
      fail("the tests failed; see \(place). A test process that crashed has not reported what it leaks.")
    }
  }

  /// Runs a process to its end, and returns what it printed. The copy has each piece when it is printed.
  private func run(_ process: Process, copyingOutputTo copy: FileHandle) throws -> String {
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    var output = Data()
    while case let piece = pipe.fileHandleForReading.availableData, !piece.isEmpty {
      try copy.write(contentsOf: piece)
      output += piece
    }
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether a test ran. XCTest and Swift Testing each print the number of their tests; one of them may have none.
  private func isTested(_ output: String) -> Bool {
    output.contains(#/Executed [1-9]\d* tests?, with |Test run with [1-9]\d* tests? /#)
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

  /// Nil if `line` is not a line of the library's file.
  init?(_ line: Substring) {
    let fields = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, let count = Int(fields[2]) else { return nil }
    (place, kind, self.count, text) = (fields[0], fields[1], count, fields[3])
  }
}

/// What the test processes have written.
private struct Report {
  var findings: [Finding] = []
  /// Lines that are no findings. A leak may hide there.
  var damaged: [Substring] = []

  init(_ text: String, except exceptions: [String]) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let finding = Finding(line) else {
        damaged.append(line)
        continue
      }
      if !exceptions.contains(where: { line.contains($0) }) { findings.append(finding) }
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

  /// What to say if no test ran.
  var nothingRan: String {
    if filters.isEmpty {
      return "no test ran. Write a test; `swift test list` lists the tests of the package."
    }
    let options = filters.map { "--filter \($0)" }.joined(separator: " ")
    return "no test ran, because none matches \(options). Mend the text; `swift test list` lists the tests."
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

    EXIT STATUS: 0 if tests ran and passed and nothing leaks, otherwise not 0.
    """
}

private func fail(_ message: String) -> Never {
  Diagnostics.error("switchboard-leaks: \(message)")
  exit(1)
}
