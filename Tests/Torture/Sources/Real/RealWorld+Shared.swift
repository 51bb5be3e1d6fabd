import Switchboard

extension RealWorld {
  func subscribe(
    _ key: Int, _ replay: BoardReplay, _ form: KeyForm, _ it: Subscribing, _ owner: PlainOwner?, _ handlers: Handlers
  ) {
    guard let board else { return }
    let key = BoardKey.all[key]
    switch form {
    case .signal: return subscribe(board.signal(for: key, replay: replay), it, owner, handlers) { $0 }
    case .optional: return subscribe(board.optionalSignal(for: key, replay: replay), it, owner, handlers) { $0 }
    case .plain: break
    }
    if let owner {
      members[it.slot] = board.subscribe(
        key, replay: replay, owner: owner, onNext: { handlers.value($1) }, onCompleted: { _ in handlers.completed() })
    } else {
      var bag: CompositeDisposable?
      if case .bag(let index) = it.scope { bag = bags[index] }
      members[it.slot] = board.subscribe(
        key, replay: replay, into: bag, onNext: { handlers.value($0) }, onCompleted: handlers.completed)
    }
  }

  func perform(_ action: Action, on board: DataBoard) {
    switch action {
    case .set(let key, let value):
      if let value { board.set(value, for: .all[key]) } else { board.removeValue(for: .all[key]) }
    case .readKey(let key): result(board[.all[key]])
    case .updateKey(let key, let sum): board.update(.all[key]) { $0 = ($0 ?? 0) + sum }
    case .batch(let writes):
      board.batch { batch in for write in writes { batch[.all[write.key]] = write.value } }
    case .complete(let key, let isRemoving):
      if isRemoving {
        board.removeValue(for: .all[key], completing: true)
      } else {
        board.removeSubscribers(for: .all[key])
      }
    case .removeSubscribers(let index, let key):
      guard let owner = owners[index] else { return }
      withExtendedLifetime(owner) {
        if let key { board.removeSubscribers(of: owner, for: .all[key]) } else { board.removeSubscribers(of: owner) }
      }
    case .pause(let key, let limit, let slot):
      pauses[slot] = board.pause(.all[key], keeping: limit == 0 ? .drop : limit == 1 ? .latest : .buffer(limit))
    case .makeHandle(let key, let slot): handles[slot] = board.handle(for: .all[key])
    default: break
    }
  }

  func subscribe(
    _ bus: EventBus, _ selection: Selection, _ it: Subscribing, _ owner: PlainOwner?, _ handlers: Handlers
  ) {
    switch selection.kind {
    case .ping: subscribe(bus, Ping.self, selection, it, owner, handlers) { $0.value }
    case .pong: subscribe(bus, Pong.self, selection, it, owner, handlers) { $0.value }
    case .tagged: subscribe(bus.on(any: (any Tagged).self), selection, it, owner, handlers) { $0.value }
    case .dead:
      subscribe(bus.on(DeadEvent.self), selection, it, owner, handlers) { ($0.event as? any Tagged)?.value ?? -1 }
    }
  }

  private func subscribe<E: Event>(
    _ bus: EventBus, _ type: E.Type, _ selection: Selection, _ it: Subscribing, _ owner: PlainOwner?,
    _ handlers: Handlers, _ value: @escaping @Sendable (E) -> Int
  ) {
    if !selection.isPlain { return subscribe(bus.on(type), selection, it, owner, handlers, value) }
    let subtype = selection.subtypes.first.map { "t\($0)" }
    if let owner {
      members[it.slot] = bus.subscribe(type, subtype: subtype, priority: selection.priority, owner: owner) {
        handlers.value(value($1))
      }
    } else {
      var bag: CompositeDisposable?
      if case .bag(let index) = it.scope { bag = bags[index] }
      members[it.slot] = bus.subscribe(type, subtype: subtype, priority: selection.priority, into: bag) {
        handlers.value(value($0))
      }
    }
  }

  private func subscribe<Value>(
    _ all: EventSelection<Value>, _ selection: Selection, _ it: Subscribing, _ owner: PlainOwner?,
    _ handlers: Handlers, _ value: @escaping @Sendable (Value) -> Int
  ) {
    var chosen = selection.subtypes.reduce(all) { $0.subtype("t\($1)") }.priority(selection.priority)
    if selection.isOnce { chosen = chosen.once() }
    if selection.isSticky { chosen = chosen.sticky() }
    if let owner { chosen = chosen.bound(to: owner) }
    if case .bag(let bag) = it.scope { chosen = chosen.bound(to: bags[bag]) }
    switch selection.handling {
    case .plain: members[it.slot] = chosen.next { handlers.value(value($0)) }
    case .cancels:
      members[it.slot] = chosen.next { event, delivery in
        handlers.value(value(event))
        delivery.cancel()
      }
    case .fails:
      members[it.slot] = chosen.tryNext { event in
        handlers.value(value(event))
        throw Stop(code: 0)
      }
    }
  }
}
