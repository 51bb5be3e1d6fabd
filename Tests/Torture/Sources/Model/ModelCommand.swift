/// A command, and what it tells its subscribers.
final class ModelCommand {
  let executing = Serial(keeping: 1, [0])
  let enabled = Serial(keeping: 1, [1])
  let values = Serial()
  let errors = Serial()
  let refusals = Serial()
  /// The signal that allows and forbids executions.
  let input = Serial()
  private let isConcurrent: Bool
  private var isAllowed = true
  private var running = 0
  private var told = (isExecuting: false, isEnabled: true)

  init(isConcurrent: Bool) {
    self.isConcurrent = isConcurrent
    input.join(Listener(onValue: { [unowned self] value in allow(value == 1) }, onEnd: { _ in }))
  }

  var isExecuting: Bool { running > 0 }
  var isEnabled: Bool { isAllowed && (isConcurrent || running == 0) }

  private func allow(_ isAllowed: Bool) {
    if isAllowed == self.isAllowed { return }
    self.isAllowed = isAllowed
    tell()
  }

  /// Returns an execution, or nil if the command refuses.
  func execute() -> ModelExecution? {
    if !isEnabled {
      refusals.send(isAllowed ? 1 : 0)
      return nil
    }
    running += 1
    tell()
    return ModelExecution(self)
  }

  fileprivate func ended() {
    running -= 1
    tell()
  }

  /// Both streams send only changes, and no earlier state after a later one.
  private func tell() {
    if told.isExecuting != isExecuting {
      told.isExecuting = isExecuting
      executing.send(isExecuting ? 1 : 0)
    }
    if told.isEnabled != isEnabled {
      told.isEnabled = isEnabled
      enabled.send(isEnabled ? 1 : 0)
    }
  }

  func serial(of stream: CommandStream) -> Serial {
    switch stream {
    case .executing: executing
    case .enabled: enabled
    case .values: values
    case .errors: errors
    case .refusals: refusals
    }
  }

  func close() { for serial in [executing, enabled, values, errors, refusals] { serial.terminate(.gone) } }
}

/// An execution. The program sends its work's events.
final class ModelExecution: Member {
  private(set) var isEnded = false
  private let command: ModelCommand
  let events = Serial(keeping: .max)
  private var listener: Listener?

  init(_ command: ModelCommand) { self.command = command }

  /// Subscribes to the work.
  func start(_ work: Serial) {
    let listener = Listener(
      onValue: { [unowned self] value in
        if isEnded { return }
        events.send(value)
        command.values.send(value)
      },
      onEnd: { [unowned self] end in
        if isEnded { return }
        isEnded = true
        command.ended()
        if case .error(let error) = end { command.errors.send(error) }
        events.terminate(end)
      })
    listener.sourceGone = { [unowned self] in end() }
    self.listener = listener
    work.join(listener)
  }

  /// Cancels the work: the subscriptions end without an event.
  func end() {
    if isEnded { return }
    isEnded = true
    listener?.end()
    command.ended()
    events.terminate(.gone)
  }
}
