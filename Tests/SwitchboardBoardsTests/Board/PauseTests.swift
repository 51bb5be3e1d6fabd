import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Data boards: pauses")
struct PauseTests {
  @Test("of several pauses the pause that keeps most decides, until all are resumed")
  func several() {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.subscribe(.count) { seen.add($0) }
    let drop = board.pause(.count, keeping: .drop)
    board.set(1, for: .count)
    let buffer = board.pause(.count, keeping: .buffer(2))
    for value in 2...4 { board.set(value, for: .count) }
    buffer.resume()
    board.set(5, for: .count)
    drop.resume()
    #expect(seen.entries == [4, 5])
    // The earlier pauses do not affect the next pause.
    let again = board.pause(.count, keeping: .drop)
    board.set(6, for: .count)
    again.resume()
    #expect(seen.entries == [4, 5])
  }

  @Test("a subscriber that arrives during a pause gets no gap and no duplicate")
  func latecomer() {
    let board = BlackBoard()
    board.set(0, for: .count)
    let pause = board.pause(.count, keeping: .buffer(3))
    board.set(1, for: .count)
    let late = Journal<Int>()
    board.subscribe(.count, replay: .latest) { late.add($0) }
    #expect(late.entries == [0])
    board.set(2, for: .count)
    pause.resume()
    #expect(late.entries == [0, 1, 2])
  }

  @Test("a pause without holders resumes; a pause in a bag resumes with the bag")
  func letGo() {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.subscribe(.count) { seen.add($0) }
    var pause: BoardPause? = board.pause(.count)
    board.set(1, for: .count)
    #expect(pause?.isDisposed == false)
    pause = nil
    #expect(seen.entries == [1])
    let bag = CompositeDisposable()
    bag.add(board.pause(.count))
    board.set(2, for: .count)
    bag.dispose()
    #expect(seen.entries == [1, 2])
    #expect(board.census.paused == 0)
  }

  @Test(
    "a pause keeps a removal like a value; a removal that completes takes effect immediately, and the key stays paused")
  func removal() {
    let board = BlackBoard()
    let seen = Journal<String>()
    let observe = {
      _ = board.optionalSignal(for: .count).subscribe(
        onNext: { seen.add($0.map(String.init) ?? "nil") }, onCompleted: { seen.add("completed") })
    }
    observe()
    board.set(1, for: .count)
    let pause = board.pause(.count, keeping: .buffer(2))
    board[.count] = nil
    board.set(2, for: .count)
    board[.count] = nil
    #expect(seen.entries == ["1"])
    board.removeValue(for: .count, completing: true)
    #expect(seen.entries == ["1", "completed"])
    #expect(board.census.paused == 1)
    observe()
    board.set(3, for: .count)
    #expect(seen.entries == ["1", "completed"])
    pause.resume()
    #expect(seen.entries == ["1", "completed", "3"])
  }

  @Test("a resumed key delivers the kept values before values that handlers set meanwhile")
  func setDuringResume() {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.subscribe(.count) { [weak board] value in
      seen.add(value)
      if value == 1 { board?.set(3, for: .count) }
    }
    let pause = board.pause(.count, keeping: .buffer(2))
    board.set(1, for: .count)
    board.set(2, for: .count)
    pause.resume()
    #expect(seen.entries == [1, 2, 3])
  }

  @Test("a pause made by an observer takes effect with the next set; R11 a negative buffer traps")
  func insideAndNegative() async {
    let board = BlackBoard()
    let seen = Journal<Int>()
    let pauses = Guarded<[BoardPause]>([])
    board.subscribe(.count) { [weak board] value in
      seen.add(value)
      if let board, value == 1 {
        let pause = board.pause(.count)
        pauses.with { $0.append(pause) }
      }
    }
    board.set(1, for: .count)
    board.set(2, for: .count)
    #expect(seen.entries == [1])
    for pause in pauses.with({ $0 }) { pause.resume() }
    #expect(seen.entries == [1, 2])
    await #expect(processExitsWith: .failure) {
      _ = BlackBoard().pause(BoardKey<Int>("count"), keeping: .buffer(-1))
    }
  }

  @Test("a batch during a pause keeps its place among the kept values")
  func batch() {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.subscribe(.count) { seen.add($0) }
    let pause = board.pause(.count, keeping: .buffer(5))
    board.set(1, for: .count)
    board.batch { $0.set(2, for: .count) }
    board.set(3, for: .count)
    pause.resume()
    #expect(seen.entries == [1, 2, 3])
  }
}
