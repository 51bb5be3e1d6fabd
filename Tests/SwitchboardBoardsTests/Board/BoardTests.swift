import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Data boards")
struct BoardTests {
  @Test("there is one white board and any number of black boards")
  func boards() {
    let key = BoardKey<Int>("BoardTests.boards")
    WhiteBoard.shared.set(1, for: key)
    #expect(WhiteBoard.shared[key] == 1)
    #expect(BlackBoard(name: "editor")[key] == nil)
    #expect(BlackBoard(name: "editor").name == "editor")
    WhiteBoard.shared[key] = nil
    #expect(WhiteBoard.shared[key] == nil)
  }

  @Test("set, get, subscript; a thread reads what it wrote, also in a delivery")
  func values() {
    let board = BlackBoard()
    let journal = Journal<String>()
    board.subscribe(.count) { [weak board] value in
      guard let board else { return }
      if value == 1 { board.set(2, for: .count) }
      journal.add("\(value) of \(board[.count]!)")
    }
    board[.count] = 1
    #expect(journal.entries == ["1 of 2", "2 of 2"])
    #expect(board[.title] == nil)
    board[.title] = "a"
    #expect(board[.title] == "a")
  }

  @Test("loose keys have values of any type")
  func looseKeys() {
    let board = BlackBoard()
    let seen = Journal<String>()
    board.subscribe(.named("x")) { seen.add("\($0)") }
    board.set(3, for: .named("x"))
    board.set("three", for: .named("x"))
    #expect(board[.named("x")] as? String == "three")
    #expect(seen.entries == ["3", "three"])
    board[.named("x")] = nil
    #expect(board[.named("x")] == nil)
  }

  @Test(
    "update changes the present value, removes it with nil, and returns the closure's result; an error changes nothing")
  func update() {
    struct Fault: Error {}
    let board = BlackBoard()
    let seen = Journal<String>()
    board.optionalSignal(for: .count).subscribe { seen.add($0.map(String.init) ?? "nil") }
    #expect(
      board.update(.count) {
        $0 = ($0 ?? 10) + 1; return "done"
      } == "done")
    #expect(board[.count] == 11)
    #expect(throws: Fault.self) {
      try board.update(.count) { value in
        value = 0
        throw Fault()
      }
    }
    board.update(.count) { $0 = nil }
    #expect(board[.count] == nil)
    #expect(seen.entries == ["11", "nil"])
    board.update(BoardKey<Int>("absent")) { _ in }
    #expect(board.census.keys == 1)
  }

  @Test("an update runs again on the new value when another thread sets the key meanwhile", arguments: [true, false])
  func updateAgain(isObserved: Bool) throws {
    let board = BlackBoard()
    if isObserved { board.subscribe(.count) { _ in } }
    board.set(1, for: .count)
    let runs = Counter()
    try watched {
      board.update(.count) { value in
        if runs.increment() == 1 { try? RunningThread { board.set(10, for: .count) }.join() }
        value = value! + 1
      }
    }
    #expect(board[.count] == 11)
    #expect(runs.value == 2)
  }

  @Test("an update that sets the key it updates traps and says what to do")
  func updateSetsItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let board = BlackBoard()
      board.update(BoardKey<Int>("count")) { value in
        board.set(1, for: BoardKey("count"))
        value = 2
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }

  @Test("when a board is deallocated its signals complete, and its handles and pauses do nothing")
  func death() {
    let journal = Journal<String>()
    var board: DataBoard? = BlackBoard()
    let signal = board!.signal(for: .count, replay: .latest)
    let handle = board!.handle(for: .count)
    let pause = board!.pause(.title)
    board!.diagnostics.subscribe(onCompleted: { journal.add("diagnostics") })
    board!.set(1, for: .count)
    signal.subscribe(onNext: { journal.add("\($0)") }, onCompleted: { journal.add("completed") })
    board = nil
    #expect(journal.entries == ["1", "completed", "diagnostics"])
    journal.clear()
    signal.subscribe(onNext: { journal.add("\($0)") }, onCompleted: { journal.add("late") })
    handle.set(2)
    #expect(handle.value == nil)
    pause.resume()
    #expect(journal.entries == ["late"])
  }

  @Test("a handle sets and reads without a look-up, keeps its entry, and outlasts a removal of observers")
  func handle() {
    let board = BlackBoard()
    let seen = Journal<Int>()
    var handle: BoardHandle<Int>? = board.handle(for: .count)
    #expect(board.census.keys == 1)
    board.subscribe(.count) { seen.add($0) }
    handle!.set(1)
    #expect(board[.count] == 1)
    board.removeSubscribers(for: .count)
    board.subscribe(.count) { seen.add(10 * $0) }
    handle!.set(2)
    board.set(3, for: .count)
    #expect(handle!.value == 3)
    handle!.value = nil
    #expect(board[.count] == nil)
    #expect(seen.entries == [1, 20, 30])
    handle = nil
    board.removeSubscribers(for: .count)
    #expect(board.census == BlackBoard().census)
  }

  @Test("a batch stores several keys and then notifies once each; a batch that throws stores nothing")
  func batch() {
    struct Fault: Error {}
    let board = BlackBoard()
    let seen = Journal<String>()
    board.subscribe(.count) { [weak board] in seen.add("\($0) with \(board?[.title] ?? "nil")") }
    board.subscribe(.title) { [weak board] in seen.add("\($0) with \(board?[.count] ?? 0)") }
    let result = board.batch { batch in
      batch.set(1, for: .count)
      batch[.count] = batch[.count]! + 1
      batch.set("a", for: .title)
      batch.set(5, for: .other)
      batch.removeValue(for: .other)
      #expect(board[.count] == nil)
      return "done"
    }
    #expect(result == "done")
    #expect(seen.entries == ["2 with a", "a with 2"])
    #expect(board[.other] == nil)
    #expect(throws: Fault.self) {
      try board.batch { batch in
        batch.set(9, for: .count)
        throw Fault()
      }
    }
    #expect(board[.count] == 2)
  }

  @Test(
    "a batch inside a handler stores immediately and delivers in its turn; a paused key delivers when it is resumed")
  func batchInside() {
    let board = BlackBoard()
    let seen = Journal<Int>()
    board.subscribe(.count) { [weak board] value in
      seen.add(value)
      if value == 1 { board?.batch { $0.set(2, for: .count) } }
      seen.add(-(board?[.count] ?? 0))
    }
    board.set(1, for: .count)
    #expect(seen.entries == [1, -2, 2, -2])
    let pause = board.pause(.count)
    board.batch { $0.set(3, for: .count) }
    #expect(seen.entries.count == 4)
    pause.resume()
    #expect(seen.entries.suffix(2) == [3, -3])
  }
}
