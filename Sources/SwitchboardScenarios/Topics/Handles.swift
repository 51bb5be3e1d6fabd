internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let inHandler = pair(
    "in-handler", "Subscriptions that a handler makes, one for each value.",
    clean: {
      let songs = PublishSubject<Int, Never>(name: "songs")
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let current = SerialDisposable()
        let outer = songs.subscribe { _ in
          current.disposable = ticks.subscribe { [weak player] _ in player?.advance() }
        }
        for song in 0..<5 { songs.send(song) }
        outer.dispose()
        current.dispose()
      }
    },
    leaking: {
      let songs = PublishSubject<Int, Never>(name: "songs")
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { _ in
        let outer = songs.subscribe { _ in
          leaksBelow(.growing, each: 5)
          ticks.subscribe { _ in }
        }
        for song in 0..<5 { songs.send(song) }
        outer.dispose()
      }
    })
}
