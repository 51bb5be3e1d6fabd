internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let connections = pair(
    "connections",
    "A connection keeps its subject while it is connected: it ends, disconnects, reconnects, or stays connected.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let advance: @Sendable (Int) -> Void = { _ in player.advance() }
        let connection = ticks.publish()
        connection.subscribe(onNext: advance)
        connection.connect()
        ticks.send(1)
        connection.reconnect()
        connection.subscribe(onNext: advance)
        connection.disconnect()
        let brief = ticks.take(1).multicast { ReplaySubject() }
        brief.subscribe(onNext: advance)
        brief.connect()
        let (replay, last, lazy) = (ticks.replay(), ticks.replayLast(), ticks.replayLazily())
        for connection in [replay, last, lazy] { connection.subscribe(onNext: advance) }
        ticks.send(2)
        for connection in [replay, last, lazy] { connection.disconnect() }
        // This connection is never connected, so nothing can be sent.
        ticks.publish().subscribe(onNext: advance)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let connection = ticks.publish()
        expectLeak(.retained, .closures)
        connection.subscribe { _ in player.advance() }
        expectLeak(.retained, .closures)
        connection.connect()
        ticks.send(1)
      }
    })

  static let cachedConnections = pair(
    "cached-connections", "Connections that are never connected: deallocated, or kept in a collection.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { _ in
        let connection = ticks.publish()
        connection.subscribe { _ in }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let connections = ObjectStore<MulticastConnection<Int, Never>>()
      return { _ in
        expectLeak(.growing, .elsewhere)
        connections.put(ticks.publish())
        expectLeak(.growing, .elsewhere)
        let used = ticks.replayLazily(capacity: 1)
        used.subscribe { _ in }.dispose()
        used.disconnect()
        connections.put(used)
      }
    })

  static let shared = pair(
    "shared", "A shared signal keeps its source while it has a subscriber; one subscriber never leaves.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let clock = TestScheduler()
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        for shared in [ticks.share(replay: 1), ticks.publish().autoconnect(), ticks.publish().autoconnect(after: 2)] {
          shared.subscribe(into: bag) { _ in player.advance() }
          shared.subscribe(into: bag) { _ in player.advance() }
          shared.subscribe(owner: player) { player, _ in player.advance() }
        }
        let kept = ticks.share(replay: 1, keepingConnected: .seconds(1), on: clock)
        kept.subscribe(into: bag) { _ in player.advance() }
        ticks.send(1)
        bag.dispose()
        // No subscriber comes while the signal keeps the connection.
        clock.advance(by: .seconds(1))
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained, .closures)
        let kept = ticks.share(keepingConnected: .seconds(1), on: .main)
        expectLeak(.retained, .closures)
        kept.subscribe { _ in player.advance() }
        expectLeak(.retained, .closures)
        let shared = ticks.share(replay: 1)
        expectLeak(.retained, .closures)
        shared.subscribe { _ in player.advance() }
        shared.subscribe { _ in }.dispose()
        ticks.send(1)
      }
    })
}
