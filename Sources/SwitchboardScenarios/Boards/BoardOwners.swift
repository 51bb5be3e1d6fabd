internal import Switchboard
internal import SwitchboardLeaks

extension BoardKey where Value == Int {
  fileprivate static let level = BoardKey("level")
}

extension Scenario {
  static let boardOwners = pair(
    "board-owners", "An observation that belongs to an owner, with a lifetime or without; its closure holds the owner.",
    clean: {
      let board = BlackBoard(name: "board")
      return { scope in
        let player = scope.track(Player())
        board.subscribe(
          .level, owner: player, onNext: { player, _ in player.advance() }, onCompleted: { player in player.advance() })
        // So many owners that at least one sweep runs.
        for _ in 0..<40 { board.subscribe(.level, owner: scope.track(Sign())) { sign, _ in sign.show() } }
        // The set also ends the observations of deallocated owners.
        board.set(1, for: .level)
        board[.level] = nil
      }
    },
    leaking: {
      let board = BlackBoard(name: "board")
      return { scope in
        let (player, sign) = (scope.track(Player()), scope.track(Sign()))
        leaksBelow(.retained)
        board.subscribe(.level, owner: player) { _, _ in player.advance() }
        leaksBelow(.retained)
        board.subscribe(.level, owner: sign) { _, _ in sign.show() }
        board.set(1, for: .level)
      }
    })
}
