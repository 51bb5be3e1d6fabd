internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let forgottenDispose = pair(
    "forgotten-dispose", "A subject's closures: the program drops the handle and never ends the subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let subscription = ticks.subscribe { [weak player] _ in player?.advance() }
        ticks.send(1)
        subscription.dispose()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.orphan)
        ticks.subscribe { [weak player] _ in player?.advance() }
        ticks.send(1)
      }
    })

  static let waitable = pair(
    "waitable", "A waitable subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let subscription = ticks.subscribeWaitable { _ in player.advance() }
        ticks.send(1)
        subscription.disposeAndWait()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        _ = ticks.subscribeWaitable { _ in player.advance() }
        ticks.send(1)
      }
    })
}

private final class Screen: Sendable {
  let bag = CompositeDisposable()
  deinit { bag.dispose() }
  func draw() {}
}

extension Scenario {
  static let subjectIntoBag = pair(
    "subject-into-bag", "A subject's subscription in the bag of its owner, or in a bag that is never emptied.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let screen = scope.track(Screen())
        ticks.subscribe(into: screen.bag) { [weak screen] _ in screen?.draw() }
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        let screen = scope.track(Screen())
        expectLeak(.orphan)
        ticks.subscribe(into: bagOfTheApp) { [weak screen] _ in screen?.draw() }
        ticks.send(1)
      }
    })

  static let signalIntoBag = pair(
    "signal-into-bag", "A signal's subscription in a bag that is disposed, or in one that a program keeps.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        player.lifetime.add(bag)
        ticks.filter { $0 > 0 }.subscribe(into: bag) { [weak player] _ in player?.advance() }
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.filter { $0 > 0 }.subscribe(into: bagOfTheApp) { _ in player.advance() }
        ticks.send(1)
      }
    })

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
    leaking: { expectLeak in
      let songs = PublishSubject<Int, Never>(name: "songs")
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { _ in
        let outer = songs.subscribe { _ in
          expectLeak(.growing, each: 5)
          ticks.subscribe { _ in }
        }
        for song in 0..<5 { songs.send(song) }
        outer.dispose()
      }
    })

  static let subjectFedBySignal = pair(
    "subject-fed-by-signal", "A signal into a subject: the source keeps the subject while it sends to the subject.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let doubled = PublishSubject<Int, Never>(name: "doubled")
        doubled.subscribe(owner: player) { player, _ in player.advance() }
        let feed = ticks.map { $0 * 2 }.subscribe(doubled)
        ticks.send(1)
        feed.dispose()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { _ in
        let doubled = PublishSubject<Int, Never>(name: "doubled")
        expectLeak(.retained)
        ticks.map { $0 * 2 }.subscribe(doubled)
        ticks.send(1)
      }
    })
}
