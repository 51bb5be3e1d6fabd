import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

private actor Desk {}

@Suite("R10 Each delivery of a board looks for an owner without a lifetime")
struct DeadOwnerTests {
  private let board = BlackBoard(name: "owners")
  private let heard = Counter()

  /// The forms of a subscription that ends with an owner.
  enum Form: CaseIterable, Sendable {
    case owner, replaying, onScheduler, onActor, actor, signal, optionalSignal, signalOnScheduler
  }

  private func subscribe(_ form: Form, _ owner: Stranger, _ desk: Desk) -> Subscription {
    let heard: @Sendable () -> Void = { [heard] in heard.increment() }
    let queue = Scheduler.queue(label: "owners")
    return switch form {
    case .owner: board.subscribe(.count, owner: owner) { _, _ in heard() }
    case .replaying: board.subscribe(.count, replay: .latest, owner: owner) { _, _ in heard() }
    case .onScheduler: board.subscribe(.count, owner: owner, on: queue) { _, _ in heard() }
    case .onActor: board.subscribe(.count, owner: owner, on: desk) { _, _, _ in heard() }
    case .actor: board.subscribe(.count, on: desk) { _, _ in heard() }
    case .signal: board.signal(for: .count).subscribe(owner: owner) { _, _ in heard() }
    case .optionalSignal: board.optionalSignal(for: .count).subscribe(owner: owner) { _, _ in heard() }
    case .signalOnScheduler: board.signal(for: .count).subscribe(owner: owner, on: queue) { _, _ in heard() }
    }
  }

  enum Writing: CaseIterable, Sendable { case set, handle, update, batch, resume }

  private func write(_ writing: Writing, _ value: Int) {
    switch writing {
    case .set: board.set(value, for: .count)
    case .handle: board.handle(for: .count).set(value)
    case .update: board.update(.count) { $0 = value }
    case .batch: board.batch { board in board[.count] = value }
    case .resume:
      let pause = board.pause(.count, keeping: .latest)
      board.set(value, for: .count)
      pause.resume()
    }
  }

  @Test(
    "a deallocated owner gets nothing, and its subscription ends with the next value", arguments: Form.allCases,
    Writing.allCases)
  func table(form: Form, writing: Writing) async {
    var (owner, desk): (Stranger?, Desk?) = (Stranger(), Desk())
    weak let lastOwner = owner
    weak let lastDesk = desk
    let subscription = subscribe(form, owner!, desk!)
    write(writing, 1)
    await yielding { heard.value == 1 }
    (owner, desk) = (nil, nil)
    // The sweeps of other tests retain an owner for a moment.
    await yielding { lastOwner == nil && lastDesk == nil }
    for value in 0..<1000 { write(writing, value) }
    await yielding { subscription.isDisposed && board.census.subscriptions == 0 }
    #expect(heard.value == 1)
    board[.count] = nil
    #expect(board.census == BlackBoard().census)
  }
}
