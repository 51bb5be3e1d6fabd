internal import Switchboard
internal import SwitchboardLeaks

private final class Clockwork: Sendable {
  let hands = Player()

  func start(_ ticks: PublishSubject<Int, Never>, _ expectLeak: ExpectedLeaks) {
    expectLeak(.retained)
    ticks.subscribe { _ in self.hands.advance() }
  }
}

extension Scenario {
  static let strongSelf = pair(
    "strong-self", "A subject's closure holds the object that subscribed.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // The closure holds the player until the subscription ends, here or with the subject.
        let subscription = ticks.subscribe { _ in player.advance() }
        ticks.send(1)
        subscription.dispose()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        scope.track(Clockwork()).start(ticks, expectLeak)
        ticks.send(1)
      }
    })

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
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.orphan)
        ticks.signal.subscribe { [weak player] _ in player?.advance() }
        ticks.send(1)
      }
    })

  static let observerOfClosures = pair(
    "observer-of-closures", "A signal into an observer made of closures; the source keeps the observer.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let observer = Observer<Int, Never>(onNext: { [weak player] _ in player?.advance() })
        ticks.subscribe(observer)
        ticks.map { $0 + 1 }.subscribe(observer)
        ticks.send(1)
        // Disposing the observer also ends the subscriptions that feed it.
        observer.dispose()
        // No source feeds this observer, so it ends with its last reference.
        _ = Observer<Int, Never>(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // The observer's closure holds the player, and the subscription to the ticks holds the observer.
        expectLeak(.retained, .closures)
        let observer = Observer<Int, Never>(onNext: { _ in player.advance() })
        expectLeak(.retained, .closures)
        ticks.subscribe(observer)
        ticks.send(1)
      }
    })

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
    leaking: { expectLeak in
      let downloads = PublishSubject<Int, Refusal>(name: "downloads")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        downloads.subscribe(onNext: { _ in }, onCompleted: { player.advance() })
        downloads.send(1)
      }
    })
}

private final class Button: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let onPress = Slot<@Sendable () -> Void>()
  deinit { onPress.value = nil }
  func flash() {}
}

extension Scenario {
  static let ownClosure = pair(
    "own-closure", "The owner stores a closure that holds the owner: the finding blames no subscription.",
    clean: {
      let presses = PublishSubject<Int, Never>(name: "presses")
      return { scope in
        let button = scope.track(Button())
        button.onPress.value = { [weak button] in button?.flash() }
        presses.subscribe(owner: button) { button, _ in button.onPress.value?() }
        presses.send(1)
      }
    },
    leaking: { expectLeak in
      let presses = PublishSubject<Int, Never>(name: "presses")
      let cleaner = Cleaner()
      return { scope in
        expectLeak(.retained, .elsewhere)
        let button = scope.track(Button())
        button.onPress.value = { button.flash() }
        // This subscription is correct: it would end with the button.
        presses.subscribe(owner: button) { button, _ in button.onPress.value?() }
        presses.send(1)
        cleaner.willCall { [weak button] in button?.onPress.value = nil }
      }
    })

  static let twoClosures = leaking("two-closures", "Two closures hold one owner, each alone: the findings name both.") {
    expectLeak in
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    let beats = BehaviorSubject<Int, Never>(0, name: "beats")
    return { scope in
      let player = scope.track(Player())
      expectLeak(.retained)
      ticks.subscribe { _ in player.advance() }
      // No finding names this subscription, because it ends with the player.
      ticks.subscribe(owner: player) { player, _ in player.advance() }
      expectLeak(.retained)
      beats.subscribe { _ in player.advance() }
    }
  }

  static let twoTogether = leaking(
    "two-together",
    "Two closures hold one owner only together: the first holds the owner, the second the source of the first."
  ) { expectLeak in
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    let beats = PublishSubject<Int, Never>(name: "beats")
    return { scope in
      let player = scope.track(Player())
      expectLeak(.retained, .closures)
      let advancing = ticks.subscribe { _ in player.advance() }.scoped
      expectLeak(.retained, .closures)
      beats.subscribe { beat in if beat > 99 { advancing.dispose() } }
    }
  }
}
