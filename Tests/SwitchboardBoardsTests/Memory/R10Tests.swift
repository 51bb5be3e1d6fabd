import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

@Suite("R10 Boards shrink")
struct R10Tests {
  private static let keys = [BoardKey<Int>("first"), BoardKey<Int>("second"), BoardKey<Int>("third")]
  private static let owners = rounds(100_000)

  @Test(
    "owners that subscribe and are deallocated leave counts and capacities unchanged", arguments: [false, true],
    [1, 1000])
  func owners(haveValues: Bool, together: Int) throws {
    let (board, population) = (BlackBoard(), Population())
    if haveValues { for key in Self.keys { board.set(1, for: key) } }
    let start = board.census
    let live: @Sendable () -> Void = {
      for _ in 0..<(Self.owners / 2 / together) {
        let living = (0..<together).map { _ in Player() }
        for owner in living {
          for key in Self.keys {
            board.subscribe(key, owner: owner) { [member = population.member()] _, _ in withExtendedLifetime(member) {}
            }
          }
        }
        withExtendedLifetime(living) {}
      }
    }
    try onThreads([live, live])
    #expect(population.count == 0)
    #expect(board.census == start)
  }

  @Test("the same while values are set, and with signals")
  func busy() throws {
    let (board, population, running) = (BlackBoard(), Population(), Counter())
    let start = board.census
    try onThreads([
      {
        for _ in 0..<(Self.owners / 20) {
          let owner = Player()
          for key in Self.keys {
            board.signal(for: key, replay: .latest).map { $0 + 1 }
              .subscribe(owner: owner) { [member = population.member()] _, _ in withExtendedLifetime(member) {} }
          }
        }
        running.increment()
      },
      {
        while running.value == 0 { for key in Self.keys { board.set(1, for: key) } }
      },
    ])
    for key in Self.keys { board[key] = nil }
    #expect(population.count == 0)
    #expect(board.census == start)
  }

  @Test("owners without a lifetime are swept by the next value, by later subscriptions, or by a census")
  func swept() {
    let (board, population) = (BlackBoard(), Population())
    for round in 0..<1000 {
      board.subscribe(.count, owner: Stranger()) { [member = population.member()] _, _ in
        withExtendedLifetime(member) {}
      }
      #expect(population.count <= 32, "round \(round)")
    }
    #expect(board.census == BlackBoard().census)
    #expect(population.count == 0)
    board.subscribe(.count, owner: Stranger()) { [member = population.member()] _, _ in withExtendedLifetime(member) {}
    }
    board.set(1, for: .count)
    #expect(population.count == 0)
  }

  @Test("a table of many keys finds each key, and frees its memory")
  func manyKeys() {
    let board = BlackBoard()
    let keys = (0..<rounds(100_000)).map { BoardKey<Int>("key \($0)") }
    for (number, key) in keys.enumerated() { board.set(number, for: key) }
    let full = board.census
    #expect(full.keys == keys.count)
    #expect(full.values == keys.count)
    #expect(full.capacity <= 4 * keys.count + 16)
    #expect(keys.indices.allSatisfy { board[keys[$0]] == $0 })
    for number in keys.indices where number % 7 != 0 {
      board[keys[number]] = nil
      if number % 1000 == 1 { #expect(board.census.capacity <= 4 * board.census.keys + 16) }
    }
    #expect(keys.indices.allSatisfy { board[keys[$0]] == ($0 % 7 == 0 ? $0 : nil) })
    for key in keys { board[key] = nil }
    #expect(board.census == BlackBoard().census)
  }

  @Test("R9 what an observation captured is released before its end returns", arguments: [false, true])
  func release(byOwner: Bool) {
    let (board, population) = (BlackBoard(), Population())
    var player: Player? = Player()
    let observation = board.subscribe(.count, owner: player!) { [member = population.member()] _, _ in
      withExtendedLifetime(member) {}
    }
    if byOwner { player = nil } else { observation.dispose() }
    #expect(population.count == 0)
    #expect(board.census.keys == 0)
  }
}
