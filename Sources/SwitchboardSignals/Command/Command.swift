import SwitchboardBroadcast

/// Work that can be executed when it is enabled, and says whether it is: what stands behind a button. Source: RACCommand.
///
/// ```swift
/// let submit = Command<Credentials, User, LoginError>(name: "submit", enabled: form.isValid) { server.login($0) }
/// submit.executing.subscribe(on: MainActor.self) { spinner.isShown = $0 }
/// submit.errors.subscribe { print("cannot log in:", $0) }
/// submit.execute(credentials).subscribe(onCompleted: { print("logged in") })
/// ```
///
/// **Starting.** ``execute(_:fileID:line:)`` checks and starts in one: of two threads, or of a call and one made inside the
/// work's closure, one starts when one at a time is allowed. The others get ``CommandError/refused(_:)``, which names the
/// command and says why. The work's signal is made and subscribed to inside the call, on the caller's thread.
///
/// **State.** ``executing`` and ``enabled`` have changed when `execute` returns, before the work begins, and before the end of an
/// execution is told to anybody: so whoever hears of it may execute again. `subscribe(on: MainActor.self)` brings them to the
/// main actor. They can be bound and read like any property.
///
/// **Events.** ``values``, ``errors`` and ``executionSignals`` are hot. They never end by an event: when the command goes, and the
/// executions that are running have ended, their subscriptions end. Executions go on without their command.
///
/// From RACCommand this differs in that checking and starting is one; work begins in the call and not at a later turn of the main
/// queue; nothing waits for the main queue; disposing an ``Execution`` cancels the work.
///
/// Cost of an execution: a replay subject and an observer; per value a send to each of the two. Threading: every member may be called from
/// any thread; no lock is held while the work's closure or a handler runs (R4).
public final class Command<Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  let core: CommandCore<Value, Failure>
  private let work: @Sendable (Input) -> Signal<Value, Failure>

  /// - Parameters:
  ///   - name: What errors, traces and leak reports call it. Without one, errors name this line.
  ///   - enabled: When the command is enabled. It is until the first value comes. When it completes or goes, the last value
  ///     stays; when it fails, the command is disabled for good, and says so.
  ///   - allowsConcurrentExecution: Whether an execution may begin while another is running.
  ///   - work: Makes the signal of one execution.
  public init<Enabled: SignalProtocol>(
    name: String? = nil, enabled: Enabled, allowsConcurrentExecution: Bool = false, fileID: StaticString = #fileID,
    line: UInt32 = #line, _ work: @escaping @Sendable (Input) -> Signal<Value, Failure>
  ) where Enabled.Value == Bool {
    self.work = work
    core = CommandCore(
      name: name, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line)
    core.follow(enabled.signal, fileID: fileID, line: line)
  }

  /// A command that is always enabled, except while it is executing.
  public init(
    name: String? = nil, allowsConcurrentExecution: Bool = false, fileID: StaticString = #fileID,
    line: UInt32 = #line, _ work: @escaping @Sendable (Input) -> Signal<Value, Failure>
  ) {
    self.work = work
    core = CommandCore(
      name: name, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line)
  }

  deinit { core.upstream.dispose() }

  /// Executes, if that is enabled.
  ///
  /// - Returns: The execution: a signal of its values and its end, past ones included, and what cancels it. If it was refused,
  ///   one that fails with ``CommandError/refused(_:)``.
  @discardableResult
  public func execute(
    _ input: Input, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Execution<Value, Failure> {
    let execution = Execution<Value, Failure>(fileID: fileID, line: line)
    if let refusal = core.begin() {
      execution.refuse(refusal)
      core.refusals.send(refusal, fileID: fileID, line: line)
      return execution
    }
    core.announce(execution, fileID: fileID, line: line)
    execution.start(work(input), for: core, fileID: fileID, line: line)
    return execution
  }
}

extension Command where Input == Void {
  /// Executes a command that takes nothing. See ``execute(_:fileID:line:)``.
  @discardableResult
  public func execute(fileID: StaticString = #fileID, line: UInt32 = #line) -> Execution<Value, Failure> {
    execute((), fileID: fileID, line: line)
  }
}
