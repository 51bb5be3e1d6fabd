/// Makes random programs. A program is about a few objects, so that its actions meet.
struct Generator {
  private enum Area: CaseIterable { case subjects, property, channel, board, bus, command }

  private var dice: Dice
  private var areas: [Area] = []
  private var nextSlot = 0
  private var nextValue = 1
  /// The slots that were given out, by what is in them.
  private var subscriptions: [Int] = []
  private var waitables: [Int] = []
  private var bagged: Set<Int> = []
  private var pauses: [Int] = []
  private var handles: [Int] = []
  private var executions: [Int] = []

  private init(seed: UInt64) { dice = Dice(seed: seed) }

  static func program(seed: UInt64) -> Program {
    var generator = Generator(seed: seed)
    return generator.program()
  }

  private mutating func program() -> Program {
    areas = [dice.pick(Area.allCases)]
    if dice.once(in: 2) { areas.append(dice.pick(Area.allCases)) }
    let threads = 1 + dice.below(3)
    var thread = 0
    var steps: [Step] = []
    if areas.contains(.command) { steps.append(Step(thread: 0, action: .makeCommand(isConcurrent: dice.once(in: 2)))) }
    for _ in 0..<(4 + dice.below(28)) {
      if dice.once(in: 3) { thread = dice.below(threads) }
      steps.append(Step(thread: thread, action: action(depth: 0)))
    }
    steps.append(Step(thread: thread, action: .count))
    return Program(steps: steps)
  }

  private mutating func slot() -> Int {
    nextSlot += 1
    return nextSlot - 1
  }

  private mutating func value() -> Int {
    nextValue += 1
    return nextValue - 1
  }

  /// - Parameter depth: 0 for a step, more for a reaction.
  private mutating func action(depth: Int) -> Action {
    switch dice.below(20) {
    case 0..<6: return subscribing(depth)
    case 6..<15: return actionOfArea(depth)
    case 15, 16: return ending(depth)
    case 17: return holding(depth)
    case 18: return depth == 0 && dice.once(in: 2) ? .count : actionOfArea(depth)
    default:
      if areas.contains(.subjects), dice.once(in: 2) {
        let from = dice.below(3)
        return .connect(from: from, to: from + 1 + dice.below(3 - from), slot: slot())
      }
      return actionOfArea(depth)
    }
  }

  private mutating func ending(_ depth: Int) -> Action {
    if depth == 0, !waitables.isEmpty, dice.once(in: 3) { return .disposeAndWait(slot: dice.pick(waitables)) }
    if !subscriptions.isEmpty, !dice.once(in: 3) { return .dispose(slot: dice.pick(subscriptions)) }
    return dice.once(in: 2) ? .dropOwner(dice.below(3)) : .disposeBag(dice.below(2))
  }

  private mutating func holding(_ depth: Int) -> Action {
    switch dice.below(4) {
    case 0:
      // A member of two bags, or twice of one, is not what programs mean.
      if let slot = subscriptions.randomElement(using: &dice), bagged.insert(slot).inserted {
        return .addToBag(dice.below(2), slot: slot)
      }
    case 1:
      if let slot = subscriptions.randomElement(using: &dice) { return .removeFromBag(dice.below(2), slot: slot) }
    default: break
    }
    let slot = slot()
    let holder = dice.once(in: 2) ? Holder.bag(dice.below(2)) : .owner(dice.below(2))
    let action = Action.makeAction(slot: slot, reaction: depth < 2 ? action(depth: depth + 1) : nil, into: holder)
    bagged.insert(slot)
    subscriptions.append(slot)
    return action
  }

  private mutating func subscribing(_ depth: Int) -> Action {
    let slot = slot()
    var it = Subscribing(slot: slot, source: source())
    switch dice.below(6) {
    case 0:
      it.scope = .bag(dice.below(2))
      bagged.insert(slot)
    case 1:
      // Boards.md and the code differ in whether `removeSubscribers(of:)` ends the signals of an owner.
      if case .key(_, _, let form) = it.source, form != .plain { break }
      it.scope = .owner(dice.below(3))
      if !it.canHaveOwnerWithoutLifetime, it.scope == .owner(2) { it.scope = .owner(0) }
      bagged.insert(slot)
    default: break
    }
    // The actions of a handler may name its own subscription.
    subscriptions.append(slot)
    if case .subject(_, .waitable) = it.source {
      if it.scope == .none { waitables.append(slot) } else { it.source = .subject(0, .direct) }
    }
    if depth < 2, dice.once(in: 2) {
      for _ in 0...dice.below(3) { it.reactions.append(dice.once(in: 3) ? nil : action(depth: depth + 1)) }
    }
    return .subscribe(it)
  }

  private mutating func source() -> Source {
    switch dice.pick(areas) {
    case .subjects:
      let subject = dice.below(4)
      let forms: [SubjectForm] = subject < 2 ? [.direct, .direct, .chain, .waitable] : [.chain]
      return .subject(subject, dice.pick(forms))
    case .property: return .property(isChanges: dice.once(in: 2))
    case .channel: return .channel(isLeading: dice.once(in: 2))
    case .board:
      return .key(dice.below(3), replays: dice.once(in: 2), dice.pick([.plain, .plain, .signal, .optional]))
    case .bus: return .bus(dice.below(2), selection())
    case .command:
      if !executions.isEmpty, dice.once(in: 2) { return .execution(dice.pick(executions)) }
      return .command(dice.pick([.executing, .enabled, .values, .errors, .refusals]))
    }
  }

  private mutating func selection() -> Selection {
    var it = Selection()
    it.kind = dice.pick([.ping, .ping, .ping, .pong, .tagged, .dead])
    if it.kind == .dead { return it }
    if dice.once(in: 3) { it.subtypes = dice.pick([[0], [1], [0, 1]]) }
    it.priority = dice.pick([0, 0, 0, 1, -1])
    it.isOnce = dice.once(in: 5)
    it.isSticky = dice.once(in: 4)
    it.handling = dice.pick([.plain, .plain, .plain, .plain, .fails, .cancels])
    if it.handling == .cancels { it.isSticky = false }
    return it
  }

  private mutating func actionOfArea(_ depth: Int) -> Action {
    switch dice.pick(areas) {
    case .subjects:
      let subject = dice.below(4)
      if dice.once(in: 12) { return .end(subject: subject, error: dice.once(in: 2) ? value() : nil) }
      return dice.once(in: 10) ? .read(subject: 2) : .send(subject: subject, value: value())
    case .property: return dice.pick([.setProperty(value()), .updateProperty(adding: 100), .readProperty])
    case .channel:
      if dice.once(in: 12) { return .endChannel(isLeading: dice.once(in: 2), error: dice.once(in: 2) ? value() : nil) }
      return .sendChannel(isLeading: dice.once(in: 2), value: value())
    case .board: return actionOfBoard(depth)
    case .bus: return actionOfBus()
    case .command: return actionOfCommand()
    }
  }

  private mutating func actionOfBoard(_ depth: Int) -> Action {
    let key = dice.below(3)
    switch dice.below(16) {
    case 0: return .readKey(key)
    case 1: return .updateKey(key, adding: 100)
    case 2:
      return .batch((0...dice.below(3)).map { _ in KeyWrite(key: dice.below(3), value: valueOrNone()) })
    case 3: if depth == 0 { return .complete(key: key, isRemoving: dice.once(in: 2)) }
    case 4: return .removeSubscribers(owner: dice.below(3), key: dice.once(in: 2) ? key : nil)
    case 5, 6:
      let slot = slot()
      pauses.append(slot)
      return .pause(key: key, keeping: dice.below(4), slot: slot)
    case 7, 8: if !pauses.isEmpty { return .resume(slot: dice.pick(pauses)) }
    case 9:
      let slot = slot()
      handles.append(slot)
      return .makeHandle(key: key, slot: slot)
    case 10: if !handles.isEmpty { return .setHandle(slot: dice.pick(handles), value: valueOrNone()) }
    case 11: if !handles.isEmpty { return .dropHandle(slot: dice.pick(handles)) }
    default: break
    }
    return .set(key: key, value: valueOrNone())
  }

  private mutating func valueOrNone() -> Int? { dice.once(in: 5) ? nil : value() }

  private mutating func actionOfBus() -> Action {
    let (bus, type, subtype) = (dice.below(2), dice.once(in: 4) ? 1 : 0, dice.pick([nil, nil, 0, 1]))
    switch dice.below(10) {
    case 0, 1: return .dispatchSticky(bus: bus, BusEvent(type: type, subtype: subtype, value: value()))
    case 2: return .readSticky(bus: bus, type: type, subtype: subtype)
    case 3: return .removeSticky(bus: bus, type: type, subtype: subtype)
    default:
      let event = BusEvent(type: type, subtype: subtype, value: value())
      return .dispatch(bus: bus, event, dice.pick([.bus, .bus, .chain, .nearest]))
    }
  }

  private mutating func actionOfCommand() -> Action {
    switch dice.below(10) {
    case 0, 1:
      let slot = slot()
      executions.append(slot)
      return .execute(slot: slot)
    case 2: return .enable(dice.once(in: 2))
    case 3: return .readCommand
    default:
      guard let slot = executions.randomElement(using: &dice) else { return .enable(true) }
      switch dice.below(5) {
      case 0: return .work(slot: slot, .completed)
      case 1: return .work(slot: slot, .error(value()))
      case 2: return .cancel(slot: slot)
      default: return .work(slot: slot, .value(value()))
      }
    }
  }
}

extension Subscribing {
  /// Owners without a lifetime are left out where it is not documented when their subscriptions end.
  var canHaveOwnerWithoutLifetime: Bool {
    switch source {
    case .bus: false
    case .key(let key, _, _): key < 2
    default: true
    }
  }
}
