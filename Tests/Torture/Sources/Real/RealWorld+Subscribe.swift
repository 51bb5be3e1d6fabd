import Switchboard

extension RealWorld {
  func subscribe(_ it: Subscribing) {
    if !isThere(it.source) { return }
    var owner: PlainOwner?
    if case .owner(let index) = it.scope {
      owner = owners[index]
      if owner == nil { return }
    }
    defer { withExtendedLifetime(owner) {} }
    diary.reactions[it.slot] = it.reactions
    let handlers = Handlers(self, it.slot, owner == nil || owner is Owner ? live.member() : nil)
    switch it.source {
    case .subject(2, _): subscribe(behavior, it, owner, handlers) { $0 }
    case .subject(3, _): subscribe(replay, it, owner, handlers) { $0 }
    case .subject(let subject, .chain): subscribe(publish[subject].signal, it, owner, handlers) { $0 }
    case .subject(let subject, _): subscribe(publish[subject], it, owner, handlers)
    case .property(isChanges: true): subscribe(property.changes, it, owner, handlers) { $0 }
    case .property(isChanges: false): subscribe(property, it, owner, handlers) { $0 }
    case .channel(isLeading: true): subscribe(channel.leading, it, owner, handlers) { $0 }
    case .channel(isLeading: false): subscribe(channel.following, it, owner, handlers) { $0 }
    case .key(let key, let replays, let form): subscribe(key, replays ? .latest : .none, form, it, owner, handlers)
    case .bus(let bus, let selection): subscribe(buses[bus], selection, it, owner, handlers)
    case .command(let stream): subscribe(command!, stream, it, owner, handlers)
    case .execution(let slot): subscribe(executions[slot]!, it, owner, handlers) { $0 }
    }
  }

  private func isThere(_ source: Source) -> Bool {
    switch source {
    case .key: board != nil
    case .command: command != nil
    case .execution(let slot): executions[slot] != nil
    default: true
    }
  }

  /// Subscribes with the methods of every signal.
  func subscribe<Source: SignalProtocol>(
    _ signal: Source, _ it: Subscribing, _ owner: PlainOwner?, _ handlers: Handlers,
    _ value: @escaping @Sendable (Source.Value) -> Int?
  ) {
    let onNext: @Sendable (Source.Value) -> Void = { handlers.value(value($0)) }
    let onError: @Sendable (Source.Failure) -> Void = { handlers.error($0) }
    if let owner {
      members[it.slot] = signal.subscribe(
        owner: owner, onNext: { onNext($1) }, onError: { onError($1) }, onCompleted: { _ in handlers.completed() })
    } else if case .bag(let bag) = it.scope {
      members[it.slot] = signal.subscribe(
        into: bags[bag], onNext: onNext, onError: onError, onCompleted: handlers.completed)
    } else {
      members[it.slot] = signal.subscribe(onNext: onNext, onError: onError, onCompleted: handlers.completed)
    }
  }

  /// Subscribes with the methods of publish subjects, which make no chain.
  private func subscribe(
    _ subject: PublishSubject<Int, Stop>, _ it: Subscribing, _ owner: PlainOwner?, _ handlers: Handlers
  ) {
    let onNext: @Sendable (Int) -> Void = { handlers.value($0) }
    let onError: @Sendable (Stop) -> Void = { handlers.error($0) }
    if let owner = owner as? Owner {
      members[it.slot] = subject.subscribe(
        owner: owner, onNext: { onNext($1) }, onError: { onError($1) }, onCompleted: { _ in handlers.completed() })
    } else if owner != nil {
      subscribe(subject, it, owner, handlers) { $0 }
    } else if case .bag(let bag) = it.scope {
      members[it.slot] = subject.subscribe(
        into: bags[bag], onNext: onNext, onError: onError, onCompleted: handlers.completed)
    } else if case .subject(_, .waitable) = it.source {
      waitables[it.slot] = subject.subscribeWaitable(
        onNext: onNext, onError: onError, onCompleted: handlers.completed)
      members[it.slot] = waitables[it.slot]
    } else {
      members[it.slot] = subject.subscribe(onNext: onNext, onError: onError, onCompleted: handlers.completed)
    }
  }

  private func subscribe(
    _ command: Command<Int, Int, Stop>, _ stream: CommandStream, _ it: Subscribing, _ owner: PlainOwner?,
    _ handlers: Handlers
  ) {
    switch stream {
    case .executing: subscribe(command.executing, it, owner, handlers) { $0 ? 1 : 0 }
    case .enabled: subscribe(command.enabled, it, owner, handlers) { $0 ? 1 : 0 }
    case .values: subscribe(command.values, it, owner, handlers) { $0 }
    case .errors: subscribe(command.errors, it, owner, handlers) { $0.code }
    case .refusals: subscribe(command.refusals, it, owner, handlers) { $0.reason == .executing ? 1 : 0 }
    }
  }

  func performOnCommand(_ action: Action) {
    switch action {
    case .makeCommand(let isConcurrent):
      if command != nil { return }
      command = Command(enabled: enabled, allowsConcurrentExecution: isConcurrent) { [unowned self] slot in
        works[slot]!.signal
      }
    case .enable(let isEnabled): if command != nil { enabled.send(isEnabled) }
    case .execute(let slot): if let command { execute(command, slot) }
    case .work(let slot, let event):
      switch event {
      case .value(let value): works[slot]?.send(value)
      case .error(let error): works[slot]?.send(error: Stop(code: error))
      case .completed: works[slot]?.sendCompleted()
      }
    case .readCommand:
      if let command { result((command.executing.value ? 2 : 0) + (command.enabled.value ? 1 : 0)) }
    default: break
    }
  }

  private func execute(_ command: Command<Int, Int, Stop>, _ slot: Int) {
    works[slot] = PublishSubject()
    let execution = command.execute(slot)
    if execution.isDisposed {
      works[slot] = nil
      return result(-2)
    }
    executions[slot] = execution
    members[slot] = execution
  }
}
