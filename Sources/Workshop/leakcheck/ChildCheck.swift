import Foundation
import SwitchboardScenarios

/// The check of one scenario, which this program runs in a separate process.
struct ChildCheck {
  private let scenario: Scenario
  private let timeout: Int
  private let output: URL
  private let errors: URL
  private let process = Process()

  init(_ scenario: Scenario, cycles: Int, timeout: Int, flightRecorder: String?, output: URL, errors: URL) {
    (self.scenario, self.timeout, self.output, self.errors) = (scenario, timeout, output, errors)
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--only", scenario.name, "--cycles", "\(cycles)"]
    if let flightRecorder {
      let name = scenario.name.replacingOccurrences(of: "/", with: "-") + ".pftrace"
      process.arguments! += ["--trace-file", URL(fileURLWithPath: flightRecorder).appendingPathComponent(name).path]
    }
    var environment = ProcessInfo.processInfo.environment
    // A scenario's own message tells where it crashed, and a backtrace takes seconds.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
  }

  /// Starts the process.
  ///
  /// - Parameter admit: Gets the process when it runs. Returns whether the process may continue.
  func start(_ admit: (Process) -> Bool) throws {
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    if !admit(process) { kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits until the process ends, and returns its result.
  func result() -> ScenarioResult {
    let ended = DispatchSemaphore(value: 0)
    let isLate = DispatchSemaphore(value: 0)
    let identifier = process.processIdentifier
    Thread.detachNewThread { [timeout] in
      if ended.wait(timeout: .now() + .seconds(timeout)) == .timedOut {
        isLate.signal()
        kill(identifier, SIGKILL)
      }
    }
    process.waitUntilExit()
    ended.signal()
    if isLate.wait(timeout: .now()) == .success {
      return ScenarioResult(scenario, .hung, "the scenario had not ended after \(timeout) s" + lastWords)
    }
    if process.terminationReason == .uncaughtSignal {
      return ScenarioResult(scenario, .crashed, "by \(Self.name(ofSignal: process.terminationStatus))" + lastWords)
    }
    guard process.terminationStatus == 0, let data = try? Data(contentsOf: output),
      let result = try? JSONDecoder().decode(ScenarioResult.self, from: data)
    else {
      return ScenarioResult(
        scenario, .crashed,
        "the process ended with exit status \(process.terminationStatus) and without a result" + lastWords)
    }
    return result
  }

  /// The last lines that the process wrote to standard error, without the addresses that a debug build lists there.
  private var lastWords: String {
    let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").filter { line in
      line != "Current stack trace:" && line.prefixMatch(of: /\d+ +\S+ +0x/) == nil
    }
    return lines.isEmpty ? "" : "\n" + lines.suffix(5).joined(separator: "\n")
  }

  private static func name(ofSignal number: Int32) -> String {
    let names = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
      SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM",
    ]
    return "signal \(number)" + (names[number].map { " (\($0))" } ?? "")
  }
}
