import SubscriberWorkloads
import Switchboard
import SwitchboardBroadcast

extension BoardKey where Value == Int {
  static let measured = BoardKey("measured.value")
}

/// Sets a key of a board, looked up each time; observers of the key receive the value.
final class SwitchboardBoard: SwitchboardRegistry {
  private let board = BlackBoard()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    board.subscribe(.measured) { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { board.set(value, for: .measured) }
}

/// Sets a key of a board by a handle, for which the key was looked up once.
final class SwitchboardBoardHandle: SwitchboardRegistry {
  private let board = BlackBoard()
  private let handle: BoardHandle<Int>

  init() { handle = board.handle(for: .measured) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    board.subscribe(.measured) { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { handle.set(value) }
}

/// Owners that each observe three keys.
final class SwitchboardBoardOwners: OwnedSubscribers {
  private let board = BlackBoard()
  private static let keys = [BoardKey<Int>("first"), BoardKey<Int>("second"), BoardKey<Int>("third")]

  @inline(never) func makeOwner() -> SwitchboardOwners.Owner {
    let owner = SwitchboardOwners.Owner()
    for key in Self.keys { board.subscribe(key, owner: owner) { owner, v in owner.hit(v) } }
    return owner
  }
  var holdings: Holdings? {
    let census = board.census
    return Holdings(
      count: census.keys + census.subscriptions + census.values, capacity: census.capacity + census.subscriptionCapacity
    )
  }
}
