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
    leaking: { expectLeak in
      let board = BlackBoard(name: "board")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        board.subscribe(.level) { _ in player.advance() }
        expectLeak(.retained)
        board.subscribe(.level, replay: .latest) { _ in player.advance() }
        expectLeak(.retained)
        board.signal(for: .level).subscribe { _ in player.advance() }
        expectLeak(.retained)
        board.optionalSignal(for: .level).map { $0 }.subscribe { _ in player.advance() }
        board.set(1, for: .level)
      }
    })

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
    leaking: { expectLeak in
      let board = BlackBoard(name: "board")
      return { scope in
        let (player, sign) = (scope.track(Player()), scope.track(Sign()))
        expectLeak(.retained)
        board.subscribe(.level, owner: player) { _, _ in player.advance() }
        expectLeak(.retained)
        board.subscribe(.level, owner: sign) { _, _ in sign.show() }
        board.set(1, for: .level)
      }
    })

  static let boardPauses = pair(
    "board-pauses", "Pauses, handles and batches of a board that lasts: they end, or the program keeps them.",
    clean: {
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
    },
    leaking: { expectLeak in
      let board = BlackBoard(name: "board")
      let (pauses, handles) = (ObjectStore<BoardPause>(), ObjectStore<BoardHandle<Int>>())
      return { _ in
        expectLeak(.growing, .elsewhere)
        pauses.put(board.pause(.level))
        expectLeak(.growing, .elsewhere)
        handles.put(board.handle(for: .level))
        board.set(1, for: .level)
      }
    })

  static let boardValues = pair(
    "board-values", "Values for keys whose names never repeat: removed, or kept by a board that lasts.",
    clean: {
      let (board, names) = (BlackBoard(name: "board"), Names())
      return { _ in
        let key = BoardKey<Int>(names.next())
        board.set(1, for: key)
        board.removeValue(for: key)
        let brief = BoardKey<Int>(names.next(), retention: .whileSubscribed)
        let observation = board.subscribe(brief) { _ in }
        board.set(1, for: brief)
        observation.dispose()
      }
    },
    leaking: { expectLeak in
      let board = BlackBoard(name: "board")
      let names = Names()
      return { _ in
        expectLeak(.growing, .values)
        board.set(1, for: BoardKey<Int>(names.next()))
        let key = BoardKey<Int>(names.next())
        let observation = board.subscribe(key) { _ in }
        expectLeak(.growing, .values)
        board.set(1, for: key)
        observation.dispose()
        let handle = board.handle(for: BoardKey<Int>(names.next()))
        expectLeak(.growing, .values)
        handle.set(1)
      }
    })

  static let boards = pair(
    "boards", "A board for each cycle: deallocated, or kept in a collection.",
    clean: {
      { scope in
        let player = scope.track(Player())
        let board = BlackBoard(name: "own")
        board.subscribe(.level) { _ in player.advance() }
        board.set(1, for: .level)
      }
    },
    leaking: { expectLeak in
      let boards = ObjectStore<DataBoard>()
      return { _ in
        expectLeak(.growing, .elsewhere)
        let board = BlackBoard(name: "own")
        board.set(1, for: .level)
        boards.put(board)
      }
    })
}
