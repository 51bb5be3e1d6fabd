import Switchboard

/// The library.
final class RealWorld: World, @unchecked Sendable {
  // Sound: the threads of a program run one after the other, and semaphores hand the world over.
  var diary: Diary
  let live = Live()
  var aliveHandlers: Int { live.count }
  lazy var publish = (0..<2).map { _ in PublishSubject<Int, Stop>() }
  lazy var behavior = BehaviorSubject<Int, Stop>(0)
  lazy var replay = ReplaySubject<Int, Stop>(capacity: 2)
  lazy var property = Property(0)
  lazy var channel = Channel<Int, Stop>()
  lazy var bags = (0..<2).map { _ in CompositeDisposable() }
  lazy var owners: [PlainOwner?] = (0..<3).map { index in
    let died: @Sendable () -> Void = { [unowned self] in note(Note(.ownerDied, index)) }
    return index < 2 ? Owner(died) : PlainOwner(died)
  }
  lazy var board: DataBoard? = DataBoard()
  lazy var buses: [EventBus] = {
    let parent = EventBus()
    let buses = [EventBus(parent: parent), parent]
    for (index, bus) in buses.enumerated() {
      bus.failures.subscribe { [unowned self] in note(Note(.failure, index, ($0.event as? any Tagged)?.value ?? -1)) }
    }
    return buses
  }()
  var command: Command<Int, Int, Stop>?
  let enabled = PublishSubject<Bool, Never>()
  /// The works of the executions. The program sends their events.
  var works: [Int: PublishSubject<Int, Stop>] = [:]
  var executions: [Int: Execution<Int, Stop>] = [:]
  /// What can be ended by its slot: subscriptions, actions and executions.
  var members: [Int: any Disposable] = [:]
  var waitables: [Int: WaitableSubscription] = [:]
  var pauses: [Int: BoardPause] = [:]
  var handles: [Int: BoardHandle<Int>] = [:]

  init(slots: Int) { diary = Diary(slots: slots) }

  func perform(_ action: Action) {
    switch action {
    case .subscribe(let it): subscribe(it)
    case .dispose(let slot), .cancel(let slot): members[slot]?.dispose()
    case .disposeAndWait(let slot): waitables[slot]?.disposeAndWait()
    case .connect(let from, let to, let slot): members[slot] = connect(from, to)
    case .send(let subject, let value): observer(subject).send(value, fileID: #fileID, line: #line)
    case .end(let subject, let error): end(observer(subject), error)
    case .read: result(behavior.value)
    case .setProperty(let value): property.value = value
    case .updateProperty(let sum): property.update { $0 += sum }
    case .readProperty: result(property.value)
    case .sendChannel(let isLeading, let value): terminal(isLeading).send(value)
    case .endChannel(let isLeading, let error): end(terminal(isLeading), error)
    case .makeAction(let slot, let reaction, let holder): makeAction(slot, reaction, holder)
    case .addToBag(let bag, let slot): if let member = members[slot] { bags[bag].add(member) }
    case .removeFromBag(let bag, let slot): if let member = members[slot] { bags[bag].remove(member) }
    case .disposeBag(let bag): bags[bag].dispose()
    case .dropOwner(let owner): drop(owner)
    case .set, .readKey, .updateKey, .batch, .complete, .removeSubscribers, .pause, .makeHandle:
      if let board { perform(action, on: board) }
    case .resume(let slot): pauses.removeValue(forKey: slot)?.resume()
    case .setHandle(let slot, let value): handles[slot]?.value = value
    case .dropHandle(let slot): _ = handles.removeValue(forKey: slot)
    case .dispatch(let bus, let event, let reach): result(dispatch(event, reach, on: buses[bus]) ? 1 : 0)
    case .dispatchSticky(let bus, let event):
      let (bus, value, subtype) = (buses[bus], event.value, event.subtype)
      let isReached =
        event.type == 0 ? bus.dispatchSticky(Ping(value, subtype)) : bus.dispatchSticky(Pong(value, subtype))
      result(isReached ? 1 : 0)
    case .readSticky(let bus, let type, let subtype):
      let name = subtype.map { "t\($0)" }
      result(
        type == 0
          ? buses[bus].stickyEvent(Ping.self, subtype: name)?.value
          : buses[bus].stickyEvent(Pong.self, subtype: name)?.value)
    case .removeSticky(let bus, let type, let subtype):
      let name = subtype.map { "t\($0)" }
      result(
        type == 0
          ? buses[bus].removeStickyEvent(Ping.self, subtype: name)?.value
          : buses[bus].removeStickyEvent(Pong.self, subtype: name)?.value)
    case .makeCommand, .enable, .execute, .work, .readCommand: performOnCommand(action)
    case .count: count()
    }
  }

  private func observer(_ subject: Int) -> any ObserverProtocol<Int, Stop> {
    switch subject {
    case 2: behavior
    case 3: replay
    default: publish[subject]
    }
  }

  private func terminal(_ isLeading: Bool) -> ChannelTerminal<Int, Stop> {
    isLeading ? channel.leading : channel.following
  }

  private func end(_ observer: any ObserverProtocol<Int, Stop>, _ error: Int?) {
    if let error {
      observer.send(error: Stop(code: error), fileID: #fileID, line: #line)
    } else {
      observer.sendCompleted(fileID: #fileID, line: #line)
    }
  }

  private func connect(_ from: Int, _ to: Int) -> Subscription {
    func connected(to observer: some ObserverProtocol<Int, Stop>) -> Subscription {
      switch from {
      case 2: behavior.subscribe(observer)
      case 3: replay.subscribe(observer)
      default: publish[from].subscribe(observer)
      }
    }
    return connected(to: observer(to))
  }

  private func makeAction(_ slot: Int, _ reaction: Action?, _ holder: Holder) {
    diary.reactions[slot] = [reaction]
    let action = ActionDisposable { [unowned self] in called(.action, slot) }
    members[slot] = action
    switch holder {
    case .bag(let bag): bags[bag].add(action)
    case .owner(let owner): (owners[owner] as? Owner)?.lifetime.add(action)
    }
  }

  private func dispatch(_ event: BusEvent, _ reach: Reach, on bus: EventBus) -> Bool {
    func dispatch(_ event: some Event) -> Bool {
      switch reach {
      case .bus: bus.dispatch(event)
      case .chain: bus.dispatch(event, reaching: .chain)
      case .nearest: bus.dispatch(event, reaching: .nearest)
      }
    }
    return event.type == 0
      ? dispatch(Ping(event.value, event.subtype)) : dispatch(Pong(event.value, event.subtype))
  }

  private func count() {
    for subject in publish { result(subject.census.count) }
    result(behavior.census.count)
    result(replay.census.count)
    result(property.census.count)
    result(channel.leading.census.count)
    result(channel.following.census.count)
    for bag in bags { result(bag.count) }
    if let census = board?.census {
      for number in [census.keys, census.values, census.subscriptions, census.paused] { result(number) }
    }
    for census in buses.map(\.census) {
      for number in [census.topics, census.subscriptions, census.sticky] { result(number) }
    }
  }

  // The last release calls handlers, which use the properties. So that release comes after the write, and `take`
  // leaves no copy of the array, which would keep the other owners.

  private func drop(_ index: Int) {
    let owner = owners[index].take()
    withExtendedLifetime(owner) {}
  }

  private func dropBoard() {
    let last = board.take()
    withExtendedLifetime(last) {}
  }

  func tearDown() {
    for owner in owners.indices { drop(owner) }
    dropBoard()
    while let slot = works.keys.min() {
      let last = works.removeValue(forKey: slot)
      withExtendedLifetime(last) {}
    }
    // From here on no handler is called.
    pauses = [:]
    handles = [:]
    buses = []
    publish = []
    behavior = BehaviorSubject(0)
    replay = ReplaySubject()
    property = Property(0)
    channel = Channel()
    (executions, command) = ([:], nil)
    (members, waitables, bags) = ([:], [:], [])
  }
}
