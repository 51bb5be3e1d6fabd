/// The reference model: what `Documentation` promises, done in the plainest way.
final class ModelWorld: World {
  var diary: Diary
  /// The subscriptions, without those of owners that have no lifetime.
  var tracked: [Listener] = []
  var aliveHandlers: Int { tracked.count { !$0.isEnded } }
  var subjects = [
    Serial(), Serial(), Serial(keeping: 1, [0]), Serial(keeping: 2),
  ]
  var behaviorValue = 0
  /// What feeds a subject. Ends with the subject.
  var feeds = (0..<4).map { _ in ModelBag() }
  var property = Serial(keeping: 1, [0])
  var propertyValue = 0
  var toLeading = Serial()
  var toFollowing = Serial(keeping: 1)
  var channelHasEnded = false
  var bags = [ModelBag(), ModelBag()]
  lazy var owners = (0..<3).map { index in
    ModelOwner(index, hasLifetime: index < 2) { [unowned self] in note(Note(.ownerDied, index)) }
  }
  let board = ModelBoard()
  var isBoardThere = true
  let buses: [ModelBus]
  var command: ModelCommand?
  var works: [Int: Serial] = [:]
  /// What can be ended by its slot: subscriptions, actions and executions.
  var members: [Int: any Member] = [:]
  var pauses: [Int: ModelKey] = [:]
  var handles: [Int: ModelKey] = [:]

  init(slots: Int) {
    diary = Diary(slots: slots)
    let parent = ModelBus(parent: nil)
    buses = [ModelBus(parent: parent), parent]
  }

  func perform(_ action: Action) {
    switch action {
    case .subscribe(let it): subscribe(it)
    case .dispose(let slot), .disposeAndWait(let slot), .cancel(let slot): members[slot]?.end()
    case .connect(let from, let to, let slot): connect(from, to, slot)
    case .send(let subject, let value): send(subject, value)
    case .end(let subject, let error): end(subject, error)
    case .read: result(behaviorValue)
    case .setProperty(let value): setProperty(value)
    case .updateProperty(let sum): setProperty(propertyValue + sum)
    case .readProperty: result(propertyValue)
    case .sendChannel(let isLeading, let value):
      if !channelHasEnded { (isLeading ? toFollowing : toLeading).send(value) }
    case .endChannel(let isLeading, let error): endChannel(isLeading, error)
    case .makeAction(let slot, let reaction, let holder): makeAction(slot, reaction, holder)
    case .addToBag(let bag, let slot): if let member = members[slot] { bags[bag].add(member) }
    case .removeFromBag(let bag, let slot): if let member = members[slot] { bags[bag].remove(member) }
    case .disposeBag(let bag): bags[bag].dispose()
    case .dropOwner(let owner): owners[owner].drop()
    case .set, .readKey, .updateKey, .batch, .complete, .removeSubscribers, .pause, .makeHandle:
      if isBoardThere { performOnBoard(action) }
    case .resume(let slot): if let key = pauses.removeValue(forKey: slot) { resume(key) }
    case .setHandle(let slot, let value): handles[slot]?.write(value)
    case .dropHandle(let slot): if let key = handles.removeValue(forKey: slot), isBoardThere { key.unpin() }
    case .dispatch(let bus, let event, let reach): result(buses[bus].dispatch(.live(event), reach) ? 1 : 0)
    case .dispatchSticky(let bus, let event): result(buses[bus].dispatchSticky(event) ? 1 : 0)
    case .readSticky(let bus, let type, let subtype): result(buses[bus].readSticky(type, subtype))
    case .removeSticky(let bus, let type, let subtype): result(buses[bus].removeSticky(type, subtype))
    case .makeCommand(let isConcurrent): if command == nil { command = ModelCommand(isConcurrent: isConcurrent) }
    case .enable(let isEnabled): command?.input.send(isEnabled ? 1 : 0)
    case .execute(let slot): execute(slot)
    case .work(let slot, let event): work(slot, event)
    case .readCommand:
      if let command { result((command.isExecuting ? 2 : 0) + (command.isEnabled ? 1 : 0)) }
    case .count: count()
    }
  }

  private func send(_ subject: Int, _ value: Int) {
    if subject == 2, subjects[2].end == nil { behaviorValue = value }
    subjects[subject].send(value)
  }

  private func end(_ subject: Int, _ error: Int?) {
    feeds[subject].dispose()
    subjects[subject].terminate(error.map(End.error) ?? .completed)
  }

  private func connect(_ from: Int, _ to: Int, _ slot: Int) {
    let listener = Listener(
      onValue: { [unowned self] in send(to, $0!) },
      onEnd: { [unowned self] in
        feeds[to].dispose()
        subjects[to].terminate($0)
      })
    feeds[to].add(listener)
    subjects[from].join(listener, replays: from > 1)
    members[slot] = listener
  }

  private func setProperty(_ value: Int) {
    propertyValue = value
    property.send(value)
  }

  private func execute(_ slot: Int) {
    guard let command else { return }
    works[slot] = Serial()
    if let execution = command.execute() {
      execution.start(works[slot]!)
      // A subscriber of `executing` may have ended the work already.
      if !execution.isEnded { return members[slot] = execution }
    }
    works[slot] = nil
    result(-2)
  }

  private func work(_ slot: Int, _ event: WorkEvent) {
    switch event {
    case .value(let value): works[slot]?.send(value)
    case .error(let error): works[slot]?.terminate(.error(error))
    case .completed: works[slot]?.terminate(.completed)
    }
  }

  private func endChannel(_ isLeading: Bool, _ error: Int?) {
    if channelHasEnded { return }
    channelHasEnded = true
    let end = error.map(End.error) ?? .completed
    for serial in isLeading ? [toFollowing, toLeading] : [toLeading, toFollowing] { serial.terminate(end) }
  }

  private func makeAction(_ slot: Int, _ reaction: Action?, _ holder: Holder) {
    diary.reactions[slot] = [reaction]
    let action = ModelAction { [unowned self] in called(.action, slot) }
    members[slot] = action
    switch holder {
    case .bag(let bag): bags[bag].add(action)
    case .owner(let owner): if owners[owner].isThere { owners[owner].lifetime.add(action) }
    }
  }

  private func count() {
    for subject in subjects { result(subject.count) }
    result(property.count)
    result(toLeading.count)
    result(toFollowing.count)
    for bag in bags { result(bag.count) }
    if isBoardThere { for number in board.census { result(number) } }
    for bus in buses { for number in bus.census { result(number) } }
  }

  func tearDown() {
    for owner in owners { owner.drop() }
    if isBoardThere {
      isBoardThere = false
      board.close()
    }
    while let slot = works.keys.min() { works.removeValue(forKey: slot)?.terminate(.gone) }
    (pauses, handles) = ([:], [:])
    for bus in buses { bus.close() }
    for serial in subjects + [property, toLeading, toFollowing] { serial.terminate(.gone) }
    command?.close()
  }
}
