/// Makes a failing program small: first fewer steps, then simpler steps, then small numbers.
struct Shrinker {
  private let fails: (Program) -> Bool
  private let clock = ContinuousClock()
  private let limit: ContinuousClock.Instant
  private(set) var trials = 0

  init(seconds: Double = 20, fails: @escaping (Program) -> Bool) {
    self.fails = fails
    limit = clock.now + .seconds(seconds)
  }

  mutating func shrink(_ program: Program) -> Program {
    var best = program
    repeat {
      let before = best
      removeSteps(&best)
      simplifySteps(&best)
      if best == before { break }
    } while clock.now < limit
    for smaller in [best.renumbered, best.onOneThread] { take(smaller, &best) }
    return best
  }

  /// Takes `candidate` if it fails too.
  @discardableResult
  private mutating func take(_ candidate: Program, _ best: inout Program) -> Bool {
    if candidate == best || clock.now > limit { return false }
    trials += 1
    if !fails(candidate) { return false }
    best = candidate
    return true
  }

  /// Removes runs of steps, long runs first.
  private mutating func removeSteps(_ best: inout Program) {
    var length = max(1, best.steps.count / 2)
    while true {
      var begin = best.steps.count - length
      while begin >= 0 {
        var candidate = best
        candidate.steps.removeSubrange(begin..<min(begin + length, candidate.steps.count))
        take(candidate, &best)
        begin = min(begin - 1, best.steps.count - length)
      }
      if length == 1 { return }
      length /= 2
    }
  }

  private mutating func simplifySteps(_ best: inout Program) {
    take(best.onOneThread, &best)
    var index = 0
    while index < best.steps.count {
      var isSimpler = false
      for thread in 0..<best.steps[index].thread where !isSimpler {
        var candidate = best
        candidate.steps[index].thread = thread
        isSimpler = take(candidate, &best)
      }
      for action in best.steps[index].action.simpler where !isSimpler {
        var candidate = best
        candidate.steps[index].action = action
        isSimpler = take(candidate, &best)
      }
      if !isSimpler { index += 1 }
    }
  }
}

extension Program {
  fileprivate var onOneThread: Program { Program(steps: steps.map { Step(thread: 0, action: $0.action) }) }

  /// The program with the slots 0, 1, … and the values 1, 2, …, in the order of their appearance.
  fileprivate var renumbered: Program {
    var slots: [Int: Int] = [:]
    var values: [Int: Int] = [:]
    func slot(_ old: Int) -> Int {
      if slots[old] == nil { slots[old] = slots.count }
      return slots[old]!
    }
    func value(_ old: Int) -> Int {
      if values[old] == nil { values[old] = values.count + 1 }
      return values[old]!
    }
    return Program(steps: steps.map { Step(thread: $0.thread, action: $0.action.mapped(slot, value)) })
  }
}

extension Action {
  /// Forms of this action that are a little simpler.
  fileprivate var simpler: [Action] {
    switch self {
    case .subscribe(let it): it.simpler.map(Action.subscribe)
    case .makeAction(let slot, let reaction?, let holder):
      [.makeAction(slot: slot, reaction: nil, into: holder)]
        + reaction.simpler.map { .makeAction(slot: slot, reaction: $0, into: holder) }
    case .end(let subject, _?): [.end(subject: subject, error: nil)]
    case .endChannel(let isLeading, _?): [.endChannel(isLeading: isLeading, error: nil)]
    case .set(let key, let value) where key > 0: [.set(key: key - 1, value: value)]
    case .batch(let writes):
      writes.indices.map { index in
        var fewer = writes
        fewer.remove(at: index)
        return .batch(fewer)
      }
    case .removeSubscribers(let owner, _?): [.removeSubscribers(owner: owner, key: nil)]
    case .pause(let key, let limit, let slot) where limit > 0: [.pause(key: key, keeping: limit - 1, slot: slot)]
    case .dispatch(let bus, let event, let reach) where reach != .bus: [.dispatch(bus: bus, event, .bus)]
    case .dispatch(let bus, let event, let reach) where event.subtype != nil:
      [.dispatch(bus: bus, BusEvent(type: event.type, subtype: nil, value: event.value), reach)]
    case .work(let slot, .error): [.work(slot: slot, .completed)]
    case .makeCommand(isConcurrent: true): [.makeCommand(isConcurrent: false)]
    default: []
    }
  }

  /// The action with other slots and values.
  fileprivate func mapped(_ slot: (Int) -> Int, _ value: (Int) -> Int) -> Action {
    switch self {
    case .subscribe(var it):
      it.slot = slot(it.slot)
      if case .execution(let old) = it.source { it.source = .execution(slot(old)) }
      it.reactions = it.reactions.map { $0?.mapped(slot, value) }
      return .subscribe(it)
    case .dispose(let old): return .dispose(slot: slot(old))
    case .disposeAndWait(let old): return .disposeAndWait(slot: slot(old))
    case .connect(let from, let to, let old): return .connect(from: from, to: to, slot: slot(old))
    case .send(let subject, let old): return .send(subject: subject, value: value(old))
    case .end(let subject, let error): return .end(subject: subject, error: error.map(value))
    case .setProperty(let old): return .setProperty(value(old))
    case .sendChannel(let isLeading, let old): return .sendChannel(isLeading: isLeading, value: value(old))
    case .endChannel(let isLeading, let error): return .endChannel(isLeading: isLeading, error: error.map(value))
    case .makeAction(let old, let reaction, let holder):
      return .makeAction(slot: slot(old), reaction: reaction?.mapped(slot, value), into: holder)
    case .addToBag(let bag, let old): return .addToBag(bag, slot: slot(old))
    case .removeFromBag(let bag, let old): return .removeFromBag(bag, slot: slot(old))
    case .set(let key, let old): return .set(key: key, value: old.map(value))
    case .batch(let writes): return .batch(writes.map { KeyWrite(key: $0.key, value: $0.value.map(value)) })
    case .pause(let key, let limit, let old): return .pause(key: key, keeping: limit, slot: slot(old))
    case .resume(let old): return .resume(slot: slot(old))
    case .makeHandle(let key, let old): return .makeHandle(key: key, slot: slot(old))
    case .setHandle(let old, let new): return .setHandle(slot: slot(old), value: new.map(value))
    case .dropHandle(let old): return .dropHandle(slot: slot(old))
    case .dispatch(let bus, let event, let reach): return .dispatch(bus: bus, event.mapped(value), reach)
    case .dispatchSticky(let bus, let event): return .dispatchSticky(bus: bus, event.mapped(value))
    case .execute(let old): return .execute(slot: slot(old))
    case .work(let old, let event):
      switch event {
      case .value(let number): return .work(slot: slot(old), .value(value(number)))
      case .error(let number): return .work(slot: slot(old), .error(value(number)))
      case .completed: return .work(slot: slot(old), .completed)
      }
    case .cancel(let old): return .cancel(slot: slot(old))
    default: return self
    }
  }
}

extension BusEvent {
  fileprivate func mapped(_ value: (Int) -> Int) -> BusEvent {
    BusEvent(type: type, subtype: subtype, value: value(self.value))
  }
}

extension Subscribing {
  fileprivate var simpler: [Subscribing] {
    var all: [Subscribing] = []
    func add(_ change: (inout Subscribing) -> Void) {
      var changed = self
      change(&changed)
      if changed != self { all.append(changed) }
    }
    add { $0.reactions = [] }
    for index in reactions.indices {
      add { $0.reactions.remove(at: index) }
      add { $0.reactions[index] = nil }
      for action in reactions[index]?.simpler ?? [] { add { $0.reactions[index] = action } }
    }
    add { $0.scope = .none }
    for source in source.simpler { add { $0.source = source } }
    return all
  }
}

extension Source {
  fileprivate var simpler: [Source] {
    switch self {
    case .subject(let subject, .chain) where subject < 2: [.subject(subject, .direct)]
    case .key(let key, let replays, let form) where form != .plain: [.key(key, replays: replays, .plain)]
    case .key(let key, replays: true, let form): [.key(key, replays: false, form)]
    case .bus(let bus, let selection): selection.simpler.map { .bus(bus, $0) }
    default: []
    }
  }
}

extension Selection {
  fileprivate var simpler: [Selection] {
    var all: [Selection] = []
    func add(_ change: (inout Selection) -> Void) {
      var changed = self
      change(&changed)
      if changed != self { all.append(changed) }
    }
    add { $0.handling = .plain }
    add { $0.isSticky = false }
    add { $0.isOnce = false }
    add { $0.priority = 0 }
    add { $0.subtypes = [] }
    add { $0.subtypes = Array($0.subtypes.prefix(1)) }
    return all
  }
}
