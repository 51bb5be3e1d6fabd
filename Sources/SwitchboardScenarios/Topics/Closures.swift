internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let terminalHandlers = pair(
    "terminal-handlers", "The closures for the terminal event hold the owner; the event comes, or never comes.",
    clean: {
      { scope in
        for ending in [0, 1] {
          let download = PublishSubject<Int, Refusal>()
          let player = scope.track(Player())
          let handle = Slot<Subscription>()
          // The handlers hold the player, the subject and their own subscription. Still nothing leaks, because the
          // terminal event releases all handlers.
          download.subscribe { _ in withExtendedLifetime((download, player)) {} }
          handle.value = download.subscribe(
            onNext: { if $0 < 0 { handle.value?.dispose() } },
            onError: { _ in withExtendedLifetime((handle, player)) {} },
            onCompleted: { withExtendedLifetime((handle, player)) {} })
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
