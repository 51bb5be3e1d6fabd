import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Hazards of ReactiveDataBoard: delivery")
struct DeliveryHazardTests {
  @Test("7 a new observer does not resume a key; pauses are counted")
  func arrival() {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.subscribe(.count) { seen.add($0) }
    let (first, second) = (board.pause(.count), board.pause(.count))
    board.set(1, for: .count)
    board.subscribe(.count) { seen.add(10 * $0) }
    #expect(seen.entries == [])
    first.resume()
    first.resume()
    #expect(seen.entries == [])
    #expect(board.census.paused == 1)
    second.resume()
    #expect(seen.entries == [1, 10])
    #expect(board.census.paused == 0)
  }

  @Test(
    "8 a value set during a pause is stored, and delivered as the pause's policy says",
    arguments: [
      (BoardPausePolicy.drop, []), (.latest, [5]), (.buffer(2), [4, 5]), (.buffer(9), [1, 2, 3, 4, 5]),
      (.buffer(0), []),
    ])
  func policies(policy: BoardPausePolicy, delivered: [Int]) {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.set(0, for: .count)
    board.subscribe(.count) { seen.add($0) }
    let pause = board.pause(.count, keeping: policy)
    for value in 1...5 { board.set(value, for: .count) }
    #expect(board[.count] == 5)
    #expect(seen.entries == [])
    pause.resume()
    #expect(seen.entries == delivered)
    let late = Journal<Int>()
    board.subscribe(.count, replay: .latest) { late.add($0) }
    #expect(late.entries == [5])
    board.set(6, for: .count)
    #expect(seen.entries == delivered + [6])
  }

  @Test("10 signals of one key, made at the same time by several threads, all get its values")
  func madeAtOnce() throws {
    for _ in 0..<rounds(300) {
      let board = BlackBoard()
      let seen = Journal<Int>()
      try onThreads((0..<4).map { _ in { _ = board.signal(for: .count).subscribe { seen.add($0) } } })
      board.set(1, for: .count)
      #expect(seen.entries == [1, 1, 1, 1])
    }
  }

  @Test("12 repeated observing and removing leaves nothing behind")
  func cycles() {
    let board = BlackBoard()
    let (ended, population) = (Counter(), Population())
    for _ in 0..<1000 {
      board.signal(for: .count).subscribe(
        onNext: { [member = population.member()] _ in withExtendedLifetime(member) {} },
        onCompleted: { ended.increment() })
      board.set(1, for: .count)
      board.removeValue(for: .count, completing: true)
    }
    #expect(ended.value == 1000)
    #expect(population.count == 0)
    #expect(board.census == BlackBoard().census)
  }

  @Test("13 a removal is delivered: signals complete, observations call onCompleted and end")
  func removal() {
    let board = BlackBoard()
    let journal = Journal<String>()
    let direct = board.subscribe(
      .count, onNext: { journal.add("direct \($0)") }, onCompleted: { journal.add("direct ended") })
    let signal = board.signal(for: .count).subscribe(
      onNext: { journal.add("signal \($0)") }, onCompleted: { journal.add("signal ended") })
    let optional = board.optionalSignal(for: .count).subscribe(
      onNext: { journal.add("optional \($0.map(String.init) ?? "nil")") },
      onCompleted: { journal.add("optional ended") })
    board.set(1, for: .count)
    board[.count] = nil
    board.removeValue(for: .count)
    #expect(journal.entries == ["direct 1", "signal 1", "optional 1", "optional nil"])
    journal.clear()
    board.set(2, for: .count)
    journal.clear()
    board.removeSubscribers(for: .count)
    #expect(journal.entries == ["direct ended", "signal ended", "optional ended"])
    #expect(direct.isDisposed)
    #expect(signal.isDisposed)
    #expect(optional.isDisposed)
    #expect(board[.count] == 2)
  }

  @Test("15 an observer gets the present value first if it asks for it, and otherwise not")
  func initialValue() {
    let board = BlackBoard()
    let journal = Journal<String>()
    let observe: (BoardReplay) -> Void = { replay in
      board.subscribe(.count, replay: replay) { journal.add("\($0)") }
      board.signal(for: .count, replay: replay).subscribe { journal.add("signal \($0)") }
      board.optionalSignal(for: .count, replay: replay).subscribe { journal.add("optional \(String(describing: $0))") }
    }
    observe(.latest)
    #expect(journal.entries == ["optional nil"])
    board.removeSubscribers(for: .count)
    board.set(1, for: .count)
    journal.clear()
    observe(.none)
    #expect(journal.entries == [])
    observe(.latest)
    #expect(journal.entries == ["1", "signal 1", "optional Optional(1)"])
  }
}
