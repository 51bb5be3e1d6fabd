import SwitchboardBroadcast

extension Command {
  /// Whether an execution is running.
  public var executing: AnyProperty<Bool> { AnyProperty(core.executing.signal) { [core] in core.isExecuting } }

  /// Whether an execution would start: what the command was given says so, and, if one at a time is allowed, none is running.
  public var enabled: AnyProperty<Bool> { AnyProperty(core.enabled.signal) { [core] in core.isEnabled } }

  /// What all executions send, those begun before somebody subscribes here included.
  public var values: Signal<Value, Never> { core.values.signal }

  /// What executions fail with. Not those that were refused.
  public var errors: Signal<Failure, Never> { core.errors.signal }

  /// The executions that were refused.
  public var refusals: Signal<CommandRefusal, Never> { core.refusals.signal }

  /// Each execution that starts, as a signal of its values, before its work begins. An error ends it by completion: see
  /// ``errors``. `switchToLatest()` follows the last one.
  public var executionSignals: Signal<Signal<Value, Never>, Never> { core.executionSignals.signal }

  /// Whether an execution may begin while another is running. May be changed at any time; those that are running go on.
  public var allowsConcurrentExecution: Bool {
    get { core.allowsConcurrentExecution }
    set { core.change { $0.allowsConcurrentExecution = newValue } }
  }
}
