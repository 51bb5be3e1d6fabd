import Switchboard

extension BoardKey where Value == String {
  static let userName = BoardKey("user.name")
}

extension BoardKey where Value == Int {
  static let score = BoardKey("score")
  static let progress = BoardKey("progress", retention: .whileSubscribed)
}

func boardValues() {
  let board = BlackBoard(name: "editor")
  check(board.name, is: "editor", "a board has a name")
  board.set("Ann", for: .userName)
  check(board[.userName], is: "Ann", "a value is read by its key")
  board[.userName] = "Bob"
  check(board[.userName], is: "Bob", "the subscript sets a value")
  board[.userName] = nil
  check(board[.userName] == nil, "nil removes")
  let result = board.update(.score) { score in
    score = (score ?? 0) + 1
    return "done"
  }
  check(result, is: "done", "update returns the result of its closure")
  check(board[.score], is: 1, "update stores the new value")
  check(throws: Fault.late, "update throws the error of its closure") {
    try board.update(.score) { score throws(Fault) in
      score = nil
      throw .late
    }
  }
  check(board[.score], is: 1, "update stores nothing after an error")
  board.set(3, for: .named("retries"))
  check(board[.named("retries")] as? Int, is: 3, "a name alone is a key")
  board.removeValue(for: .score)
  board.removeValue(for: .named("retries"), completing: true)
  check(board.census.keys, is: 0, "nothing is left")
  check(board.census.values, is: 0, "no value either")
  let key = BoardKey<Int>("score")
  check(key == .score && Set([key, .score, .progress]).count == 2, "keys are compared by name")
  check(key.name, is: "score", "a key has its name")
  check(key.retention == .latest, "a key has its retention")

  let shared = WhiteBoard.shared
  shared.set(7, for: .score)
  check(WhiteBoard.shared[.score], is: 7, "there is one board for all")
  shared.removeValue(for: .score)
  check(shared.name != nil, "it has a name")
}

func boardBatches() {
  let (board, heard) = (DataBoard(), Log<String>())
  board.set(1, for: .score)
  board.subscribe(.userName) { heard.add("\($0) \(board[.score] ?? -1)") }
  let count = board.batch { batch in
    batch.set("Bob", for: .userName)
    batch[.score] = 5
    check(batch[.score], is: 5, "a batch reads the values that it has set")
    batch.removeValue(for: .score)
    check(batch[.score] == nil, "a batch does not read a key that it has removed")
    batch.set("Cid", for: .userName)
    return 2
  }
  check(count, is: 2, "a batch returns the result of its closure")
  check(heard.entries, is: ["Cid -1"], "observers find all of it")
  check(throws: Fault.broken, "a batch throws") {
    try board.batch { batch throws(Fault) in
      batch.set(9, for: .score)
      throw .broken
    }
  }
  check(board[.score] == nil, "a batch that throws changes nothing")
}

func boardHandles() {
  let (board, heard) = (DataBoard(), Log<Int>())
  let score = board.handle(for: .score)
  board.subscribe(.score) { heard.add($0) }
  score.set(10)
  score.value = 11
  check(score.value, is: 11, "a handle reads")
  check(board[.score], is: 11, "a handle sets the value")
  score.value = nil
  check(board[.score] == nil, "a handle removes the value")
  check(heard.entries, is: [10, 11], "observers get the values set by a handle")
  check(score.key == .score, "a handle knows its key")
}

func boardDiagnostics() {
  let (board, heard) = (DataBoard(), Log<BoardDiagnostic>())
  board.diagnostics.subscribe { heard.add($0) }
  board.set(1, for: BoardKey("twice"))
  board.set("a", for: BoardKey("twice"))
  board.set(1, for: BoardKey(""))
  check(heard.entries.count, is: 2, "the board reports each mistake")
  check(heard.entries.first == .twoTypes(name: "twice", types: ["Int", "String"]), "two types: \(heard.entries)")
  guard case .emptyName("set", let file, let line)? = heard.entries.last else {
    return check(false, "an empty name: \(heard.entries)")
  }
  check(file.hasSuffix("Boards.swift") && line > 0, "an empty name has its line")
  check(heard.entries.allSatisfy { $0.description.count > 20 }, "in words")
  let empty: BoardCensus = DataBoard().census
  check(empty == DataBoard().census && empty.keys == 0, "empty boards have the same census")
}
