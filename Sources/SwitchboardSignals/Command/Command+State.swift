import SwitchboardBroadcast

extension Command {
  /// Whether an execution is running.
  public var executing: AnyProperty<Bool> { AnyProperty(core.executing.signal) { [core] in core.isExecuting } }

  /// Whether an execution would start: the `enabled` signal allows it, and no execution is running unless concurrent
  /// execution is allowed.
  public var enabled: AnyProperty<Bool> { AnyProperty(core.enabled.signal) { [core] in core.isEnabled } }

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
    get { core.allowsConcurrentExecution }
    set { core.change { $0.allowsConcurrentExecution = newValue } }
  }
}
