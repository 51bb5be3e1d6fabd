import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

@testable import SwitchboardBoards

@Suite("Boards: removeSubscribers(of:for:)")
struct RemovalTests {
  /// The ways in which an owner subscribes.
  enum Form: CaseIterable, Sendable {
    case owner, signal, scheduler, joined

    /// Whether a removal of another key looks at the subscription only once.
    var isIndexed: Bool { self == .owner || self == .signal }

    func subscribe(_ board: BlackBoard, _ key: BoardKey<Int>, _ owner: Player) -> Subscription {
      switch self {
      case .owner: board.subscribe(key, owner: owner) { _, _ in }
      case .signal: board.signal(for: key).map { $0 + 1 }.filter { $0 > 1 }.subscribe(owner: owner) { _, _ in }
      case .scheduler: board.subscribe(key, owner: owner, on: .immediate) { _, _ in }
      case .joined: Signal<Int, Never>.never().merge(with: board.signal(for: key)).subscribe(owner: owner) { _, _ in }
      }
    }
  }

  private let board = BlackBoard()

  @Test("R12 removing key after key looks at each subscription of the owner a few times", arguments: Form.allCases)
  func work(form: Form) {
    let (owner, others) = (Player(), (0..<10).map { _ in Player() })
    let keys = (0..<400).map { BoardKey<Int>("key \($0)") }
    for key in keys {
      for other in others { board.subscribe(key, owner: other) { _, _ in } }
      _ = form.subscribe(board, key, owner)
    }
    var looks = 0
    for (number, key) in keys.enumerated() {
      looks += board.core.endSubscriptions(of: owner, for: key)
      #expect(board.census.subscriptions == 10 * keys.count + keys.count - number - 1)
    }
    if form.isIndexed { #expect(looks <= 5 * keys.count, "before the index: \(keys.count * (keys.count + 1) / 2)") }
  }

  @Test("R12 a subscription and a removal by turns look at the new subscription only")
  func turns() {
    let owner = Player()
    for number in 0..<400 { board.subscribe(BoardKey<Int>("key \(number)"), owner: owner) { _, _ in } }
    board.core.endSubscriptions(of: owner, for: .count)
    var looks = 0
    for _ in 0..<400 {
      let subscription = board.subscribe(.count, owner: owner) { _, _ in }
      looks += board.core.endSubscriptions(of: owner, for: .count)
      #expect(subscription.isDisposed)
    }
    #expect(looks <= 5 * 400)
  }

  @Test("an owner of few subscriptions has no index; an index ends with its owner or its board")
  func index() {
    var board: BlackBoard? = BlackBoard()
    let core = board!.core
    let (few, many) = (Player(), Player())
    var passing: Player? = Player()
    for owner in [few, many, passing!] {
      for number in 0..<(owner === few ? 8 : 100) {
        board!.subscribe(BoardKey<Int>("key \(number)"), owner: owner) { _, _ in }
      }
      board!.removeSubscribers(of: owner, for: BoardKey<Int>("key 7"))
    }
    #expect(core.indexes.withLock { $0.count } == 2)
    passing = nil
    #expect(core.indexes.withLock { $0.count } == 1)
    board = nil
    #expect(core.indexes.withLock { $0.count } == 0)
    #expect(many.lifetime.members.count == 0)
  }

  @Test("R10 the index of an owner whose subscriptions come and go keeps few entries, and none after a census")
  func comeAndGo() {
    let owner = Player()
    for round in 0..<100 {
      let bag = (0..<100).map { board.subscribe(BoardKey<Int>("\(round) \($0)"), owner: owner) { _, _ in } }
      #expect(board.core.endSubscriptions(of: owner, for: .count) <= 100 + 400)
      for subscription in bag { subscription.dispose() }
    }
    #expect(board.census == BlackBoard().census)
    #expect(board.core.indexes.withLock { $0.count } == 0)
    #expect(owner.lifetime.members.count == 0)
  }

  @Test("random programs end the subscriptions of the key, and no other", arguments: 0..<20)
  func programs(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let (owner, other, elsewhere) = (Player(), Player(), BlackBoard())
    let keys = (0..<12).map { BoardKey<Int>("key \($0)") }
    var live: [(key: Int, subscription: Subscription)] = []
    var kept: [Subscription] = []
    for _ in 0..<1500 {
      let (key, form) = (Int.random(in: 0..<12, using: &dice), Form.allCases.randomElement(using: &dice)!)
      switch Int.random(in: 0..<20, using: &dice) {
      case 0:
        board.removeSubscribers(of: owner, for: keys[key])
        #expect(live.allSatisfy { $0.subscription.isDisposed == ($0.key == key) })
        live.removeAll { $0.key == key }
      case 1 where !live.isEmpty: live.remove(at: Int.random(in: 0..<live.count, using: &dice)).subscription.dispose()
      case 2: kept.append(form.subscribe(elsewhere, keys[key], owner))
      case 3: kept.append(form.subscribe(board, keys[key], other))
      case 4: kept.append(board.subscribe(BoardKey<String>("key \(key)"), owner: owner) { _, _ in })
      default: live.append((key, form.subscribe(board, keys[key], owner)))
      }
    }
    #expect(kept.allSatisfy { !$0.isDisposed })
    board.removeSubscribers(of: owner)
    #expect(live.allSatisfy { $0.subscription.isDisposed })
  }

  @Test("chains of operators end with a source of theirs if the owner has a lifetime, and otherwise stay")
  func chains() {
    let (owner, stranger) = (Player(), Stranger())
    let (count, other) = (board.signal(for: .count), board.signal(for: .other))
    for (signal, ends) in [
      (count, true), (count.map { -$0 }, true), (count.deliver(on: .main), true), (other.merge(with: count), true),
      (other.combineLatest(with: count).map { $0 + $1 }, true), (other.take(until: count), true), (other, false),
      (other.flatMap { _ in board.signal(for: .count) }, false),
    ] {
      let (first, second) = (signal.subscribe(owner: owner) { _, _ in }, signal.subscribe(owner: stranger) { _, _ in })
      let direct = board.subscribe(.count, owner: stranger) { _, _ in }
      board.set(1, for: .other)
      board.removeSubscribers(of: owner, for: .count)
      board.removeSubscribers(of: stranger, for: .count)
      #expect(first.isDisposed == ends)
      #expect(!second.isDisposed)
      #expect(direct.isDisposed)
      second.dispose()
    }
  }

  @Test("R4 threads subscribe, dispose and remove: what was subscribed before a removal has ended after it")
  func race() throws {
    let (owner, keys) = (Player(), [BoardKey<Int>.count, .other])
    for number in 0..<100 { board.subscribe(BoardKey<Int>("key \(number)"), owner: owner) { _, _ in } }
    let survivors = Counter()
    try onThreads(
      (0..<4).map { [board] number in
        {
          for round in 0..<rounds(4000) {
            let form = Form.allCases[(round + number) % 4]
            let subscription = form.subscribe(board, keys[number % 2], owner)
            if round % 3 == 0 { subscription.dispose() }
            board.removeSubscribers(of: owner, for: keys[number % 2])
            if !subscription.isDisposed { survivors.increment() }
            if round % 50 == 0 { _ = board.census }
          }
        }
      })
    #expect(survivors.value == 0)
    #expect(board.census.subscriptions == 100, "a census may end an index that a removal uses")
    #expect(owner.lifetime.members.count == 101)
  }
}
