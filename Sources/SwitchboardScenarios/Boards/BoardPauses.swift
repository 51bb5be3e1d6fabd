internal import Switchboard
internal import SwitchboardLeaks

extension BoardKey where Value == Int {
  fileprivate static let level = BoardKey("level")
}

extension Scenario {
  static let boardPauses = clean(
    "board-pauses", "Pauses, handles and batches of a board that lasts; they release what they kept when they end."
  ) {
    let board = BlackBoard(name: "board")
    return { scope in
      let player = scope.track(Player())
      board.subscribe(.level, owner: player) { player, _ in player.advance() }
      let pause = board.pause(.level, keeping: .buffer(8))
      let handle = board.handle(for: .level)
      handle.set(1)
      board.batch { batch in batch.set(2, for: .level) }
      pause.resume()
      board.pause(.level, keeping: .drop).resume()
      board[.level] = nil
    }
  }
}
