import Testing

@testable import SwitchboardSignals

/// Tests of each state of a command with each stimulus.
@Suite("Command: state table")
struct CommandStateTables {
  enum Stimulus: CaseIterable, Sendable {
    case execute, end, enable, disable, fail, allow, forbid
  }

  /// A state, made by applying stimuli to a new command's state.
  struct Origin: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let state: CommandState

    init(_ name: String, concurrent: Bool, _ stimuli: [Stimulus]) {
      testDescription = name
      var state = CommandState(allowsConcurrentExecution: concurrent)
      for stimulus in stimuli { _ = apply(stimulus, to: &state) }
      self.state = state
    }
  }

  /// A state in comparable form, and its answer if it was asked to execute.
  struct Outcome: Equatable, CustomStringConvertible {
    var enabled = "on"
    var running = 0
    var concurrent = false
    var decision: String?

    init(_ enabled: String, _ running: Int, concurrent: Bool, _ decision: String? = nil) {
      (self.enabled, self.running, self.concurrent, self.decision) = (enabled, running, concurrent, decision)
    }

    /// - Parameter refusal: The result of a request to execute; its outer nil stands for another stimulus.
    init(_ state: CommandState, _ refusal: CommandRefusal.Reason??) {
      switch state.enabled {
      case .on: enabled = "on"
      case .off: enabled = "off"
      case .failed: enabled = "failed"
      }
      (running, concurrent) = (state.running, state.allowsConcurrentExecution)
      switch refusal {
      case nil: break
      case .some(nil): decision = "start"
      case .disabled: decision = "disabled"
      case .executing: decision = "executing"
      case .enabledFailed: decision = "enabledFailed"
      }
    }

    var description: String { "\(enabled) \(running) \(concurrent ? "concurrent" : "single") \(decision ?? "")" }
  }

  static func apply(_ stimulus: Stimulus, to state: inout CommandState) -> CommandRefusal.Reason?? {
    switch stimulus {
    case .execute: return .some(state.execute())
    case .end: state.end()
    case .enable: state.turn(.on)
    case .disable: state.turn(.off)
    case .fail: state.turn(.failed("broken"))
    case .allow: state.allowsConcurrentExecution = true
    case .forbid: state.allowsConcurrentExecution = false
    }
    return nil
  }

  static let origins = [
    Origin("idle", concurrent: false, []),
    Origin("idle, disabled", concurrent: false, [.disable]),
    Origin("idle, failed", concurrent: false, [.fail]),
    Origin("executing", concurrent: false, [.execute]),
    Origin("executing, disabled", concurrent: false, [.execute, .disable]),
    Origin("executing, failed", concurrent: false, [.execute, .fail]),
    Origin("concurrent, idle", concurrent: true, []),
    Origin("concurrent, idle, disabled", concurrent: true, [.disable]),
    Origin("concurrent, executing two", concurrent: true, [.execute, .execute]),
    Origin("concurrent, executing, disabled", concurrent: true, [.execute, .disable]),
    Origin("concurrent, executing, failed", concurrent: true, [.execute, .fail]),
    Origin("two executing, then one at a time", concurrent: true, [.execute, .execute, .forbid]),
  ]

  /// The rows of the table: the enabled state, the number of executions, whether they may be concurrent, and the
  /// decision for an execute.
  static let rows: [String: (enabled: String, running: Int, concurrent: Bool, execute: String)] = [
    "idle": ("on", 0, false, "start"),
    "idle, disabled": ("off", 0, false, "disabled"),
    "idle, failed": ("failed", 0, false, "enabledFailed"),
    "executing": ("on", 1, false, "executing"),
    "executing, disabled": ("off", 1, false, "disabled"),
    "executing, failed": ("failed", 1, false, "enabledFailed"),
    "concurrent, idle": ("on", 0, true, "start"),
    "concurrent, idle, disabled": ("off", 0, true, "disabled"),
    "concurrent, executing two": ("on", 2, true, "start"),
    "concurrent, executing, disabled": ("off", 1, true, "disabled"),
    "concurrent, executing, failed": ("failed", 1, true, "enabledFailed"),
    "two executing, then one at a time": ("on", 2, false, "executing"),
  ]

  @Test("every state with every stimulus", arguments: origins, Stimulus.allCases)
  func table(origin: Origin, stimulus: Stimulus) throws {
    let row = try #require(Self.rows[origin.testDescription])
    var expected = Outcome(row.enabled, row.running, concurrent: row.concurrent)
    #expect(Outcome(origin.state, nil) == expected)
    // An execution that has not begun cannot end.
    if stimulus == .end, row.running == 0 { return }
    switch stimulus {
    case .execute:
      expected.decision = row.execute
      if row.execute == "start" { expected.running += 1 }
    case .end: expected.running -= 1
    case .enable: if row.enabled != "failed" { expected.enabled = "on" }
    case .disable: if row.enabled != "failed" { expected.enabled = "off" }
    case .fail: expected.enabled = "failed"
    case .allow: expected.concurrent = true
    case .forbid: expected.concurrent = false
    }
    var state = origin.state
    let decision = Self.apply(stimulus, to: &state)
    #expect(Outcome(state, decision) == expected)
    #expect(state.isExecuting == (expected.running > 0))
    #expect(
      state.isEnabled == (expected.enabled == "on" && (expected.concurrent || expected.running == 0)))
  }
}
