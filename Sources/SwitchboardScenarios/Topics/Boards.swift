internal import Switchboard
internal import SwitchboardLeaks

extension BoardKey where Value == Int {
  fileprivate static let level = BoardKey("level")
}

extension Scenario {
  static let boardObservers = pair(
    "board-observers", "A board that outlasts the observers of a key, with each way to observe.",
    clean: {
      let board = BlackBoard(name: "board")
      return { scope in
        let player = scope.track(Player())
        board.subscribe(.level, replay: .latest, owner: player) { player, _ in player.advance() }
        board.signal(for: .level).subscribe(owner: player) { player, _ in player.advance() }
        let bag = CompositeDisposable()
        board.subscribe(.level, into: bag, onNext: { _ in player.advance() }, onCompleted: { player.advance() })
        board.optionalSignal(for: .level, replay: .latest).subscribe(into: bag) { _ in player.advance() }
        let observation = board.subscribe(.level) { _ in player.advance() }
        board.set(1, for: .level)
        observation.dispose()
        bag.dispose()
        // The board's own functions end observations too.
        board.subscribe(.level, owner: player) { _, _ in player.advance() }
        board.removeSubscribers(of: player, for: .level)
        board.subscribe(.level) { _ in player.advance() }
        board.removeSubscribers(for: .level)
        board[.level] = nil
      }
    },
    leaking: {
      let board = BlackBoard(name: "board")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        board.subscribe(.level) { _ in player.advance() }
        leaksBelow(.retained)
        board.subscribe(.level, replay: .latest) { _ in player.advance() }
        leaksBelow(.retained)
        board.signal(for: .level).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        board.optionalSignal(for: .level).map { $0 }.subscribe { _ in player.advance() }
        board.set(1, for: .level)
      }
    })
}
