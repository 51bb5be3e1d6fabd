internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let signalClosures = pair(
    "signal-closures", "A signal's closures: disposed, ended by the deallocation of the source, or never ended.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let subscription = ticks.map { $0 + 1 }.subscribe { [weak player] _ in player?.advance() }
        ticks.send(1)
        subscription.dispose()
        // The source is deallocated without a terminal event.
        let own = PublishSubject<Int, Never>()
        own.map { $0 + 1 }.subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
        own.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.orphan)
        ticks.signal.subscribe { [weak player] _ in player?.advance() }
        ticks.send(1)
      }
    })
}
