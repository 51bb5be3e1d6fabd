import Foundation
import SwitchboardScenarios

/// One scenario, checked by this program in a process of its own.
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
    // Where it crashed a scenario says itself; a backtrace takes seconds.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
  }

  /// - Parameter admit: Told of the process when it runs. Returns whether it may go on.
  func start(_ admit: (Process) -> Bool) throws {
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    if !admit(process) { kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits for the end.
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
      return ScenarioResult(scenario, .hung, "it had not ended after \(timeout) s" + lastWords)
    }
    if process.terminationReason == .uncaughtSignal {
      return ScenarioResult(scenario, .crashed, "by \(Self.name(ofSignal: process.terminationStatus))" + lastWords)
    }
    guard process.terminationStatus == 0, let data = try? Data(contentsOf: output),
      let result = try? JSONDecoder().decode(ScenarioResult.self, from: data)
    else {
      return ScenarioResult(
        scenario, .crashed, "ended with exit status \(process.terminationStatus) and no result" + lastWords)
    }
    return result
  }

  /// The end of what it wrote to standard error, without the addresses that a debug build lists there.
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
