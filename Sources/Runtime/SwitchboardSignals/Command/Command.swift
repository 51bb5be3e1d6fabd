public import SwitchboardBroadcast

/// Work that can be executed while it is enabled, and that reports whether it is: the action behind a button.
///
/// ```swift
/// let submit = Command<Credentials, User, LoginError>(name: "submit", enabled: form.isValid) { server.login($0) }
/// submit.executing.subscribe(on: MainActor.self) { spinner.isShown = $0 }
/// submit.errors.subscribe { print("cannot log in:", $0) }
/// submit.execute(credentials).subscribe(onCompleted: { print("logged in") })
/// ```
///
/// **Starting.** ``execute(_:fileID:line:)`` checks and starts in one step. Suppose that one execution at a time is
/// allowed, and two threads call `execute`, or the work's closure calls it again: then only one execution starts. The
/// second call fails with ``CommandError/refused(_:)``, which names the command and the reason. The work's signal is
/// created and subscribed to inside the call, on the caller's thread.
///
/// **State.** ``executing`` and ``enabled`` change before the work begins, and before any subscriber receives the end
/// of an execution. So a subscriber that receives the end may execute again. Both have changed when `execute` returns.
/// `subscribe(on: MainActor.self)` delivers them on the main actor. They can be bound and read like any property.
///
/// **Events.** ``values``, ``errors`` and ``executionSignals`` are hot. They never end by an event. Their subscriptions
/// end when the command is deallocated and its running executions have ended. Executions continue without their
/// command.
///
/// Differences from RACCommand: checking and starting is one step; work begins inside the call and not at a later turn
/// of the main queue; nothing waits for the main queue; disposing an ``Execution`` cancels the work.
///
/// **Memory.** An execution keeps its latest values for later subscribers, at most as many as `replaying` says, and
/// only while the program keeps the ``Execution``.
///
/// Cost of an execution: three allocations, and those of the work; two more when the first value is kept; a registry
/// when the first subscriber of the execution comes. Per value one send to ``values``, and one to the execution's
/// subscribers, or an addition to the kept values while there has been no subscriber. Threading: every member may be
/// called from any thread; no lock is held while the work's closure or a handler runs (promise R4).
///
/// Source: RACCommand.
public final class Command<Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let core: CommandCore<Value, Failure>
  @usableFromInline let work: @Sendable (Input) -> Signal<Value, Failure>
  /// The number of values that an execution keeps for later subscribers.
  @usableFromInline let replayed: Int

  /// - Parameters:
  ///   - name: The command's name in errors, traces and leak reports. Without a name, errors cite the line of this
  ///     call.
  ///   - enabled: Says when the command is enabled. The command is enabled until the first value arrives. When this
  ///     signal completes, or its source is deallocated, the last value stays. When this signal fails, the command
  ///     stays disabled, and its refusals say why.
  ///   - allowsConcurrentExecution: Whether an execution may begin while another is running.
  ///   - count: The number of values, the latest, that an ``Execution`` replays to later subscribers. With 0, later
  ///     subscribers receive only the values that come after their subscription, and the end. With `.max`, an execution
  ///     that is kept keeps all its values. Source: RACCommand replays all values, RxSwift's Action the last.
  ///   - work: Makes the signal of one execution.
  ///
  /// - Precondition: `count` is not negative.
  public init<Enabled: SignalProtocol>(
    name: String? = nil, enabled: Enabled, allowsConcurrentExecution: Bool = false, replaying count: Int = 64,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Input) -> Signal<Value, Failure>
  ) where Enabled.Value == Bool {
    requireReplayable(count)
    (self.work, replayed) = (work, count)
    core = CommandCore(
      name: name, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line)
    Probe.made(core, as: Command.self, name: name, fileID: fileID, line: line)
    core.follow(enabled.signal, fileID: fileID, line: line)
  }

  /// Creates a command that is always enabled, except while it is executing.
  public init(
    name: String? = nil, allowsConcurrentExecution: Bool = false, replaying count: Int = 64,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Input) -> Signal<Value, Failure>
  ) {
    requireReplayable(count)
    (self.work, replayed) = (work, count)
    core = CommandCore(
      name: name, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line)
    Probe.made(core, as: Command.self, name: name, fileID: fileID, line: line)
  }

  deinit { core.upstream.dispose() }

  /// Executes the work, if the command is enabled.
  ///
  /// - Parameter input: What the work is called with.
  /// - Returns: The execution: a signal of its values and its end, latest values included, and the handle that cancels
  ///   the work. If the command refuses, an execution that fails with ``CommandError/refused(_:)``.
  @inlinable @inline(never) @discardableResult
  public func execute(
    _ input: Input, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Execution<Value, Failure> {
    if let refusal = core.begin() {
      let execution = Execution(core, running: false, replaying: replayed, fileID: fileID, line: line)
      execution.refuse(refusal, fileID: fileID, line: line)
      core.refusals.send(refusal, fileID: fileID, line: line)
      return execution
    }
    let execution = Execution(core, running: true, replaying: replayed, fileID: fileID, line: line)
    if core.executionSignals.broadcaster.hasSubscribers {
      core.executionSignals.send(execution.withoutErrors, fileID: fileID, line: line)
    }
    execution.start(work(input), for: core, fileID: fileID, line: line)
    return execution
  }
}

private func requireReplayable(_ count: Int) {
  require(count >= 0, "an execution cannot replay a negative number of values; use 0 or more")
}

extension Command where Input == Void {
  /// Executes a command that takes nothing. See ``execute(_:fileID:line:)``.
  @inlinable @discardableResult
  public func execute(fileID: StaticString = #fileID, line: UInt32 = #line) -> Execution<Value, Failure> {
    execute((), fileID: fileID, line: line)
  }
}

extension Command {
  /// Creates a command whose work is an async closure. Each execution runs the closure in its own task, and sends one
  /// value and completion, or an error.
  ///
  /// Cancelling the execution cancels the task; what the task returns after that is dropped. See
  /// `init(name:enabled:allowsConcurrentExecution:fileID:line:_:)`.
  public convenience init<Enabled: SignalProtocol>(
    name: String? = nil, enabled: Enabled, allowsConcurrentExecution: Bool = false, fileID: StaticString = #fileID,
    line: UInt32 = #line, performing work: @escaping @Sendable (Input) async throws(Failure) -> Value
  ) where Enabled.Value == Bool {
    self.init(
      name: name, enabled: enabled, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line,
      Self.task(work))
  }

  /// Creates a command whose work is an async closure, and which is enabled except while it is executing.
  public convenience init(
    name: String? = nil, allowsConcurrentExecution: Bool = false, fileID: StaticString = #fileID,
    line: UInt32 = #line, performing work: @escaping @Sendable (Input) async throws(Failure) -> Value
  ) {
    self.init(
      name: name, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line, Self.task(work))
  }

  private static func task(
    _ work: @escaping @Sendable (Input) async throws(Failure) -> Value
  ) -> @Sendable (Input) -> Signal<Value, Failure> {
    { input in
      Signal { observer in
        observer.broadcaster.attributeSends(to: observer.chain)
        let task = Task {
          do throws(Failure) {
            let value = try await work(input)
            observer.send(value)
            observer.sendCompleted()
          } catch {
            observer.send(error: error)
          }
        }
        return ActionDisposable { task.cancel() }
      }
    }
  }
}

extension Command {
  /// Whether an execution is running.
  public var executing: AnyProperty<Bool> { AnyProperty(core.executing.signal) { [core] in core.state.isExecuting } }

  /// Whether an execution would start: the `enabled` signal allows it, and no execution is running unless concurrent
  /// execution is allowed.
  public var enabled: AnyProperty<Bool> { AnyProperty(core.enabled.signal) { [core] in core.state.isEnabled } }

  /// The values of all executions, including executions that began before the subscription.
  public var values: Signal<Value, Never> { core.values.signal }

  /// The errors with which executions fail. Refused executions are not among them.
  public var errors: Signal<Failure, Never> { core.errors.signal }

  /// The executions that were refused.
  public var refusals: Signal<CommandRefusal, Never> { core.refusals.signal }

  /// Each execution that starts, as a signal of its values, before its work begins. If the execution fails, its signal
  /// completes: see ``errors``. `switchToLatest()` follows the last execution.
  public var executionSignals: Signal<Signal<Value, Never>, Never> { core.executionSignals.signal }

  /// Whether an execution may begin while another is running. May be changed at any time; running executions continue.
  public var allowsConcurrentExecution: Bool {
    get { core.state.allowsConcurrentExecution }
    set { core.change { $0.allowsConcurrentExecution = newValue } }
  }
}
