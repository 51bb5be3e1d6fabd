internal import Switchboard
internal import SwitchboardLeaks

private struct Move: Event {
  var player: String
  var subtype: String? { player }
}

/// The keys that a scenario uses on what the whole process shares. They are removed with the scenario.
private final class SharedKeys: Sendable {
  private let names = Names()
  private let used = ObjectStore<String>()

  func next() -> String {
    let name = "shared \(names.next())"
    used.put(name)
    return name
  }

  deinit {
    for name in used.all {
      WhiteBoard.shared.removeValue(for: BoardKey<Int>(name))
      EventBus.shared.removeStickyEvent(Move.self, subtype: name)
    }
  }
}

extension Scenario {
  /// A name that is made at run time is no part of what a thing is.
  static let namedObjects = pair(
    "named-objects", "Objects with names of their own: deallocated, or kept in a collection.",
    clean: {
      let names = Names()
      return { scope in
        let player = scope.track(Player())
        let subject = PublishSubject<Int, Never>(name: names.next())
        subject.subscribe { _ in player.advance() }
        let board = BlackBoard(name: names.next())
        board.handle(for: BoardKey<Int>(names.next())).value = 1
        board.pause(BoardKey<Int>(names.next())).resume()
        EventBus(name: names.next()).on(Move.self).next { _ in player.advance() }
        Property(0, name: names.next()).subscribe { _ in player.advance() }
        Command<Int, Int, Never>(name: names.next()) { .just($0) }.execute(1)
        _ = Channel<Int, Never>(name: names.next())
      }
    },
    leaking: { expectLeak in
      let (names, kept, board) = (Names(), ObjectStore<any Sendable>(), BlackBoard(name: "board"))
      return { _ in
        expectLeak(.growing, .elsewhere)
        kept.put(PublishSubject<Int, Never>(name: names.next()))
        expectLeak(.growing, .elsewhere)
        kept.put(ReplaySubject<Int, Never>(capacity: 1, name: names.next()))
        expectLeak(.growing, .elsewhere)
        kept.put(BehaviorSubject<Int, Never>(1, name: names.next()))
        expectLeak(.growing, .elsewhere)
        kept.put(Property(0, name: names.next()))
        expectLeak(.growing, .elsewhere)
        kept.put(BlackBoard(name: names.next()))
        expectLeak(.growing, .elsewhere)
        kept.put(EventBus(name: names.next()))
        expectLeak(.growing, .elsewhere)
        kept.put(Command<Int, Int, Never>(name: names.next()) { .just($0) })
        expectLeak(.growing, .elsewhere)
        kept.put(Channel<Int, Never>(name: names.next()))
        expectLeak(.growing, .elsewhere)
        kept.put(board.pause(BoardKey<Int>(names.next())))
        expectLeak(.growing, .elsewhere)
        kept.put(board.handle(for: BoardKey<Int>(names.next())))
      }
    })

  static let sharedPlaces = pair(
    "shared-places", "The white board and the shared bus: values and sticky events that are removed, or kept.",
    clean: {
      let names = Names()
      return { _ in
        let name = "shared \(names.next())"
        WhiteBoard.shared.set(1, for: BoardKey<Int>(name))
        WhiteBoard.shared.removeValue(for: BoardKey<Int>(name))
        EventBus.shared.dispatchSticky(Move(player: name))
        EventBus.shared.removeStickyEvent(Move.self, subtype: name)
      }
    },
    leaking: { expectLeak in
      let keys = SharedKeys()
      return { _ in
        expectLeak(.growing, .values)
        WhiteBoard.shared.set(1, for: BoardKey<Int>(keys.next()))
        expectLeak(.growing, .values)
        EventBus.shared.dispatchSticky(Move(player: keys.next()))
      }
    })
}
