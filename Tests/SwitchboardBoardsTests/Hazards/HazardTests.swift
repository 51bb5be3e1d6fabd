import Foundation
import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

/// Tests of the known defects of ReactiveDataBoard's boards, one by one. The sources are in research/board-bus.md.
@Suite("Hazards of ReactiveDataBoard: keys and owners")
struct KeyHazardTests {
  @Test("1 a key is not a prefix of another: neither sets nor removals reach it")
  func prefixes() {
    let board = BlackBoard()
    let names = ["user", "userName", "user_id", "user_", "use"]
    let (seen, ended) = (Journal<String>(), Journal<String>())
    for name in names {
      board.subscribe(BoardKey<Int>(name), onNext: { _ in seen.add(name) }, onCompleted: { ended.add(name) })
    }
    board.set(1, for: BoardKey("user"))
    #expect(seen.entries == ["user"])
    #expect(board[BoardKey<Int>("userName")] == nil)
    board.removeSubscribers(for: BoardKey<Int>("user"))
    #expect(ended.entries == ["user"])
    board.set(1, for: BoardKey("userName"))
    #expect(seen.entries == ["user", "userName"])
  }

  @Test("2 an owner that observes a key twice has two observations")
  func secondObservation() {
    let (board, player) = (BlackBoard(), Player())
    let first = board.subscribe(.count, owner: player) { player, value in player.journal.add(value) }
    board.subscribe(.count, owner: player) { player, value in player.journal.add(10 * value) }
    board.set(1, for: .count)
    #expect(player.journal.entries == [1, 10])
    first.dispose()
    board.set(2, for: .count)
    #expect(player.journal.entries == [1, 10, 20])
    #expect(board.census.subscriptions == 1)
  }

  @Test("3 an object at the address of a deallocated object inherits nothing", arguments: [true, false])
  func address(hasLifetime: Bool) {
    let board = BlackBoard()
    let late = Journal<Int>()
    var addresses: Set<ObjectIdentifier> = []
    var reuses = 0
    // Other threads also allocate and deallocate, so a round may get a new address.
    for round in 0..<10_000 where reuses < 10 {
      if hasLifetime {
        let owner = Player()
        reuses += addresses.insert(ObjectIdentifier(owner)).inserted ? 0 : 1
        // This owner observes nothing yet. The removal must find no observation of a deallocated owner at the same
        // address.
        board.removeSubscribers(of: owner)
        board.set(round, for: .count)
        #expect(owner.journal.entries == [])
        board.subscribe(.count, owner: owner) { _, value in if value != round { late.add(value) } }
        board.set(round, for: .count)
      } else {
        let owner = Stranger()
        reuses += addresses.insert(ObjectIdentifier(owner)).inserted ? 0 : 1
        board.subscribe(.count, owner: owner) { owner, value in
          owner.journal.add(value)
          if value != round { late.add(value) }
        }
        board.set(round, for: .count)
        #expect(owner.journal.entries == [round])
      }
    }
    // AddressSanitizer delays the reuse of freed memory.
    #expect(reuses > 0 || isUnderAddressSanitizer)
    #expect(late.entries == [])
    #expect(board.census.subscriptions == 0)
  }

  @Test("4 removing an owner's observations affects only that owner, whatever the names of the keys are")
  func substrings() {
    let board = BlackBoard()
    let (player, other) = (Player(), Player())
    let text = BoardKey<Int>("Player_\(UInt(bitPattern: ObjectIdentifier(player).hashValue))_\(player)")
    for owner in [player, other] {
      for key in [text, .count] { board.subscribe(key, owner: owner) { owner, value in owner.journal.add(value) } }
    }
    board.removeSubscribers(of: player)
    board.set(1, for: text)
    board.set(2, for: .count)
    #expect(player.journal.entries == [])
    #expect(other.journal.entries == [1, 2])
    board.removeSubscribers(of: other, for: text)
    board.set(3, for: text)
    board.set(4, for: .count)
    #expect(other.journal.entries == [1, 2, 4])
  }

  @Test("5 a board shrinks after observing, setting, pausing and removing")
  func growth() {
    let board = BlackBoard()
    let start = board.census
    for number in 0..<1000 {
      let (key, player) = (BoardKey<Int>("key \(number)"), Player())
      board.subscribe(key, owner: player) { _, _ in }
      board.set(number, for: key)
      board.pause(key).resume()
      board[key] = nil
    }
    #expect(board.census == start)
  }

  @Test("6 a value is released when replaced or removed, or when its `whileSubscribed` key loses its last subscriber")
  func valuesKept() {
    let (board, population) = (BlackBoard(), Population())
    let kept = BoardKey<Population.Member>("kept")
    let passing = BoardKey<Population.Member>("passing", retention: .whileSubscribed)
    board.set(population.member(), for: kept)
    board.set(population.member(), for: kept)
    #expect(population.count == 1)
    board[kept] = nil
    #expect(population.count == 0)
    board.set(population.member(), for: passing)
    #expect(population.count == 0)
    #expect(board.census.keys == 0)
    let observation = board.subscribe(passing) { _ in }
    board.set(population.member(), for: passing)
    #expect(population.count == 1)
    observation.dispose()
    #expect(population.count == 0)
    #expect(board[passing] == nil)
    #expect(board.census == BlackBoard().census)
  }

  @Test("R9 a handle and a pause keep no value that the board does not keep", arguments: [false, true])
  func handles(isPaused: Bool) {
    var board: BlackBoard? = BlackBoard()
    let (key, population) = (BoardKey<Population.Member>("kept"), Population())
    let handle = board!.handle(for: key)
    let pause = isPaused ? board!.pause(key) : nil
    board!.subscribe(key) { _ in }
    board!.set(population.member(), for: key)
    board!.removeSubscribers(for: key)
    #expect(population.count == 1)
    board![key] = nil
    #expect(population.count == (isPaused ? 1 : 0), "a paused key keeps the value that was delivered last")
    board!.set(population.member(), for: key)
    board = nil
    #expect(population.count == 0)
    #expect(handle.value == nil)
    pause?.resume()
  }

  @Test("14 a name is plain text: no operator, no path, no format")
  func operators() {
    let board = BlackBoard()
    let names = ["@count", "@sum.self", "a.b", "%@%n", "a_b_0x0", "\u{0}", " "]
    for (number, name) in names.enumerated() { board.set(number, for: BoardKey(name)) }
    for (number, name) in names.enumerated() {
      #expect(board[BoardKey(name)] == number)
      let pause = board.pause(BoardKey<Int>(name))
      #expect(board.census.paused == 1)
      pause.resume()
    }
    #expect(board[BoardKey<Int>("@unknown")] == nil)
  }

  @Test("16 a value has the key's type; one name with two types has two entries, reported once")
  func types() {
    let board = BlackBoard()
    let reports = Journal<BoardDiagnostic>()
    board.diagnostics.subscribe { reports.add($0) }
    let (number, text) = (BoardKey<Int>("id"), BoardKey<String>("id"))
    let seen = Journal<String>()
    board.subscribe(text) { seen.add($0) }
    board.set(1, for: number)
    board.set("one", for: text)
    board.set(2, for: number)
    board[number] = nil
    board.set(3, for: number)
    #expect(board[number] == 3)
    #expect(board[text] == "one")
    #expect(seen.entries == ["one"])
    #expect(reports.entries == [.twoTypes(name: "id", types: ["String", "Int"])])
    #expect("\(reports.entries)".contains("Share one declaration"))
  }
}
