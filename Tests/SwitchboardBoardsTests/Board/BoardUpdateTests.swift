import Switchboard
import SwitchboardTestSupport
import Testing

/// Tests that an update tells a write by its closure from another write that only happens on the closure's thread
/// (promises R6 and R11).
@Suite("DataBoard.update: which thread wrote the key")
struct BoardUpdateTests {
  let board = BlackBoard()
  let log = PublishSubject<String, Never>()
  let runs = Counter()

  @Test(
    "R6 R11 another thread's queued value, delivered inside the closure, sets the key: the closure runs again",
    arguments: [true, false])
  func queued(isObserved: Bool) {
    if isObserved { board.subscribe(.count) { _ in } }
    let calls = Counter()
    log.filter { $0 == "updating" }.subscribe { [unowned log] _ in
      if calls.increment() == 1 { try? onThreads([{ log.send("other") }]) }
    }
    log.filter { $0 == "other" }.subscribe { [board] _ in board.set(10, for: .count) }
    board.update(.count) { [log, runs] value in
      runs.increment()
      log.send("updating")
      value = (value ?? 0) + 1
    }
    #expect(board[.count] == 11)
    #expect(runs.value == 2)
  }

  @Test("R6 R11 a batch in the closure delivers another thread's write, and the observer sets the key")
  func heldBack() {
    let calls = Counter()
    // When this observer runs, the batch has delivered `other`, and not yet `title`.
    board.subscribe(.other) { [unowned board] _ in
      if calls.increment() == 1 { try? onThreads([{ board.set("other", for: .title) }]) }
    }
    board.subscribe(.title) { [unowned board] title in if title == "other" { board.set(10, for: .count) } }
    board.update(.count) { [board, runs] value in
      runs.increment()
      board.batch { batch in
        batch.set(1, for: .other)
        batch.set("own", for: .title)
      }
      value = (value ?? 0) + 1
    }
    #expect(board[.count] == 11)
    #expect(runs.value == 2)
  }

  @Test("R11 a batch of the closure whose observer sets the key traps")
  func ownBatch() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let board = BlackBoard()
      board.subscribe(BoardKey<String>("title")) { _ in board.set(1, for: BoardKey("count")) }
      board.update(BoardKey<Int>("count")) { value in
        board.batch { $0.set("own", for: BoardKey("title")) }
        value = 2
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }

  @Test("R11 an observer of a key that the closure sets, and that sets the updated key, traps")
  func ownObserver() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let board = BlackBoard()
      board.subscribe(BoardKey<String>("title")) { _ in board.set(1, for: BoardKey("count")) }
      board.update(BoardKey<Int>("count")) { value in
        board.set("own", for: BoardKey("title"))
        value = 2
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }
}
