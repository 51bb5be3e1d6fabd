import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

@Suite("Data boards: bad input")
struct BadInputTests {
  @Test("sets ignore an empty key name, signals complete immediately, and the board reports each use")
  func emptyName() {
    let board = BlackBoard()
    let (reports, journal) = (Journal<String>(), Journal<String>())
    board.diagnostics.subscribe { report in
      if case .emptyName(let operation, let file, let line) = report {
        reports.add(operation)
        #expect(file.hasSuffix("BadInputTests.swift"))
        #expect(line > 0)
      }
    }
    let empty = BoardKey<Int>("")
    board.set(1, for: empty)
    board[empty] = 1
    #expect(board[empty] == nil)
    board.signal(for: empty).subscribe(onCompleted: { journal.add("signal") })
    board.optionalSignal(for: empty).subscribe(onCompleted: { journal.add("optionalSignal") })
    #expect(board.subscribe(empty, onNext: { _ in }, onCompleted: { journal.add("subscribe") }).isDisposed)
    let pause = board.pause(empty)
    pause.resume()
    #expect(board.update(empty) { $0 == nil })
    board.removeValue(for: empty)
    let handle = board.handle(for: empty)
    handle.set(1)
    #expect(handle.value == nil)
    board.batch { $0.set(1, for: empty) }
    #expect(journal.entries == ["signal", "optionalSignal", "subscribe"])
    #expect(
      reports.entries == [
        "set", "subscript", "signal", "optionalSignal", "subscribe", "pause", "update", "removeValue", "handle", "set",
      ])
    #expect(board.census == BlackBoard().census)
  }

  @Test("an owner that is being deallocated observes nothing")
  func goingAway() {
    let board = BlackBoard()
    let ended = Counter()
    _ = Player { player in
      if board.subscribe(.count, owner: player, onNext: { _, _ in }).isDisposed { ended.increment() }
    }
    _ = Stranger { stranger in
      if board.subscribe(.count, owner: stranger, onNext: { _, _ in }).isDisposed { ended.increment() }
    }
    #expect(ended.value == 2)
    #expect(board.census == BlackBoard().census)
  }

  @Test("the deinit of a value, or of what an observer captured, may use the board")
  func deinits() throws {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.subscribe(.count) { seen.add($0) }
    let population = Population()
    let key = BoardKey<Population.Member>("member")
    try watched {
      let observation = board.subscribe(
        key,
        onNext: { [member = population.member { board.set(1, for: .count) }] _ in withExtendedLifetime(member) {} })
      observation.dispose()
      board.set(
        population.member {
          board[key] = nil; board.set(2, for: .count)
        }, for: key)
      board.set(
        population.member { board.subscribe(.count, replay: .latest) { seen.add(10 * $0) }.dispose() }, for: key)
      board[key] = nil
      var player: Player? = Player { player in
        board.removeSubscribers(of: player)
        board.set(3, for: .count)
      }
      board.subscribe(.count, owner: player!) { _, _ in }
      player = nil
    }
    #expect(population.count == 0)
    #expect(seen.entries == [1, 2, 20, 3])
  }

  @Test("double dispose, double resume and removals of absent keys do nothing")
  func twice() {
    let board = BlackBoard()
    let observation = board.subscribe(.count) { _ in }
    observation.dispose()
    observation.dispose()
    board.removeSubscribers(for: .count)
    board.removeSubscribers(of: Player())
    board.removeSubscribers(of: Stranger(), for: .count)
    board.removeValue(for: .count, completing: true)
    #expect(board.census == BlackBoard().census)
  }
}
