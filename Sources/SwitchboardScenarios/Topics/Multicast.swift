internal import Switchboard
internal import SwitchboardLeaks

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
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let connection = ticks.publish()
        leaksBelow(.retained, .closures)
        connection.subscribe { _ in player.advance() }
        leaksBelow(.retained, .closures)
        connection.connect()
        ticks.send(1)
      }
    })
}
