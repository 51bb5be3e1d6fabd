import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

private actor Ledger {
  private(set) var entries: [Int] = []
  func add(_ entry: Int) { entries.append(entry) }
}

@MainActor
private final class Screen {
  var rows: [Int] = []
}

@Suite("Boards: subscribe(on:)")
struct BoardSubscribeOnTests {
  let board = BlackBoard(name: "test")

  /// The forms of `subscribe` whose handlers run on a task queue or on an actor, with an owner or a bag.
  enum Form: CaseIterable, Sendable { case owner, bag, actorOwner, actorBag }

  @Test("handlers receive the values in order, and the end of the owner or bag ends them", arguments: Form.allCases)
  func forms(form: Form) async {
    let (seen, queue, ledger, bag) = (Journal<Int>(), TaskQueue(), Ledger(), CompositeDisposable())
    var player: Player? = Player()
    let subscription =
      switch form {
      case .owner: board.subscribe(.count, replay: .latest, owner: player!, on: .executor(queue)) { seen.add($1) }
      case .bag: board.subscribe(.count, replay: .latest, into: bag, on: .executor(queue)) { seen.add($0) }
      case .actorOwner: board.subscribe(.count, replay: .latest, owner: player!, on: ledger) { seen.add($2) }
      case .actorBag: board.subscribe(.count, replay: .latest, into: bag, on: ledger) { seen.add($1) }
      }
    for value in 1...3 { board.set(value, for: .count) }
    await yielding {
      queue.run()
      return seen.entries == [1, 2, 3]
    }
    player = nil
    bag.dispose()
    #expect(subscription.isDisposed)
    #expect(board.census.subscriptions == 0)
  }

  @Test("an owner on the main actor: the handler may use the main actor's state")
  @MainActor func mainActor() {
    let (screen, bag) = (Screen(), CompositeDisposable())
    board.set(1, for: .count)
    board.subscribe(.count, replay: .latest, owner: screen, on: MainActor.self) { $0.rows.append($1) }
    board.subscribe(.count, into: bag, on: MainActor.self) { [unowned screen] in screen.rows.append(10 * $0) }
    board.set(2, for: .count)
    #expect(screen.rows == [1, 2, 20])
    bag.dispose()
    board.set(3, for: .count)
    #expect(screen.rows == [1, 2, 20, 3])
  }

  @Test("an owner without a lifetime: removals and the census find its subscriptions on actors and schedulers")
  func stranger() {
    var stranger: Stranger? = Stranger()
    let ledger = Ledger()
    let subscriptions = [
      board.subscribe(.count, owner: stranger!, on: ledger) { _, _, _ in },
      board.subscribe(.other, owner: stranger!, on: .queue(label: "q")) { _, _ in },
      board.subscribe(.other, owner: stranger!, on: MainActor.self) { _, _ in },
    ]
    board.removeSubscribers(of: stranger!, for: .count)
    #expect(subscriptions.map(\.isDisposed) == [true, false, false])
    stranger = nil
    // A census of another test, on another thread, looks at all owners, and keeps each alive for that long.
    yieldUntil { board.census.subscriptions == 0 }
    yieldUntil { subscriptions.allSatisfy(\.isDisposed) }
  }

  @Test("the census ends subscriptions on an actor that has been deallocated")
  func deadActor() {
    var ledger: Ledger? = Ledger()
    let subscription = board.subscribe(.count, on: ledger!) { _, _ in }
    ledger = nil
    // A census of another test, on another thread, looks at all owners, and keeps each alive for that long.
    yieldUntil { board.census.subscriptions == 0 }
    #expect(subscription.isDisposed)
  }

  @Test("removeSubscribers(of:) ends subscriptions on actors and schedulers too, but not those of another board")
  func removal() {
    let (player, ledger, other) = (Player(), Ledger(), BlackBoard(name: "other"))
    let (first, second) = (
      board.subscribe(.count, owner: player, on: ledger) { _, _, _ in },
      board.subscribe(.other, owner: player, on: .queue(label: "q")) { _, _ in }
    )
    let elsewhere = other.subscribe(.count, owner: player, on: ledger) { _, _, _ in }
    board.removeSubscribers(of: player, for: .count)
    #expect(first.isDisposed)
    #expect(!second.isDisposed)
    board.removeSubscribers(of: player)
    #expect(second.isDisposed)
    #expect(board.census.subscriptions == 0)
    #expect(!elsewhere.isDisposed)
    #expect(other.census.subscriptions == 1)
  }
}
