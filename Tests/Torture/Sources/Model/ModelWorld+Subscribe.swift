extension ModelWorld {
  func subscribe(_ it: Subscribing) {
    guard let attach = attachment(to: it.source) else { return }
    var owner: ModelOwner?
    var bag: ModelBag?
    switch it.scope {
    case .none: break
    case .bag(let index): bag = bags[index]
    case .owner(let index):
      if !owners[index].isThere { return }
      owner = owners[index]
      bag = owners[index].lifetime
    }
    diary.reactions[it.slot] = it.reactions
    let listener = makeListener(it, owner)
    bag?.add(listener)
    // The caller of subscribe holds the owner meanwhile.
    if let owner { owner.hold { attach(listener) } } else { attach(listener) }
    members[it.slot] = listener
  }

  private func makeListener(_ it: Subscribing, _ owner: ModelOwner?) -> Listener {
    let slot = it.slot
    var (isOnce, fails, bus) = (false, false, 0)
    var holder = owner
    if case .bus(let index, let selection) = it.source {
      (isOnce, fails, bus) = (selection.isOnce, selection.handling == .fails, index)
      // A selection that is bound to an owner does not pass the owner to its handler.
      if !selection.isPlain { holder = nil }
    }
    let listener = Listener(
      owner: holder, isOnce: isOnce,
      onValue: { [unowned self] value in
        if let value { called(.value, slot, value) } else { called(.removed, slot) }
        if fails { note(Note(.failure, bus, value!)) }
      },
      onEnd: { [unowned self] end in
        if case .error(let error) = end { called(.error, slot, error) } else { called(.completed, slot) }
      })
    if case .key(let key, _, .plain) = it.source { listener.key = key }
    if owner?.hasLifetime != false { tracked.append(listener) }
    return listener
  }

  /// Returns how a listener is added to a source, or nil if the source is not there.
  private func attachment(to source: Source) -> ((Listener) -> Void)? {
    switch source {
    case .subject(let subject, _): { [subjects] in subjects[subject].join($0, replays: subject > 1) }
    case .property(let isChanges): { [property] in property.join($0, replays: !isChanges) }
    case .channel(isLeading: true): { [toLeading] in toLeading.join($0) }
    case .channel(isLeading: false): { [toFollowing] in toFollowing.join($0, replays: true) }
    case .key(let key, let replays, let form):
      isBoardThere
        ? { [board] in board.keys[key].subscribe($0, replays: replays, hearsRemovals: form == .optional) } : nil
    case .bus(let bus, let selection): { [buses] in buses[bus].subscribe(BusListener(selection, $0)) }
    case .command(let stream):
      command?.serial(of: stream).joining(replays: stream.replays)
    case .execution(let slot): (members[slot] as? ModelExecution)?.events.joining(replays: true)
    }
  }

  func performOnBoard(_ action: Action) {
    switch action {
    case .set(let key, let value): board.keys[key].write(value)
    case .readKey(let key): result(board.keys[key].value)
    case .updateKey(let key, let sum):
      // The update keeps the key's value while its closure runs, and the key has nothing else if it keeps none.
      let key = board.keys[key]
      _ = key.pin()
      key.write((key.value ?? 0) + sum)
      key.unpin()
    case .batch(let writes): board.batch(writes)
    case .complete(let key, let isRemoving): board.keys[key].complete(isRemoving: isRemoving)
    case .removeSubscribers(let owner, let key): removeSubscribers(owners[owner], key)
    case .pause(let key, let limit, let slot):
      board.keys[key].pin().pause(limit)
      pauses[slot] = board.keys[key]
    case .makeHandle(let key, let slot):
      _ = board.keys[key].pin()
      handles[slot] = board.keys[key]
    default: break
    }
  }

  private func removeSubscribers(_ owner: ModelOwner, _ key: Int?) {
    if !owner.isThere { return }
    for case let listener as Listener in owner.lifetime.members where listener.key != nil {
      if key == nil || listener.key == key { listener.end() }
    }
  }

  func resume(_ key: ModelKey) {
    if !isBoardThere { return }
    key.feed?.resume()
    key.unpin()
  }
}
