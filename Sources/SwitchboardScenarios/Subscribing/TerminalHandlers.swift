internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let terminalHandlers = pair(
    "terminal-handlers", "The closures for the end hold the owner; the end comes, or does not.",
    clean: {
      { scope in
        for ending in [0, 1] {
          let download = PublishSubject<Int, Refusal>()
          let player = scope.track(Player())
          // Strong, and yet no leak: the terminal event lets go of all handlers.
          download.subscribe(
            onNext: { _ in }, onError: { _ in player.advance() }, onCompleted: { player.advance() })
          if ending == 0 { download.sendCompleted() } else { download.send(error: Refusal()) }
        }
      }
    },
    leaking: {
      let downloads = PublishSubject<Int, Refusal>(name: "downloads")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        downloads.subscribe(onNext: { _ in }, onCompleted: { player.advance() })
        downloads.send(1)
      }
    })
}

struct Refusal: Error {}
