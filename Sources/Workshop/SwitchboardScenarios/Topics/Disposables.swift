internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks

extension Scenario {
  static let composite = pair(
    "composite-disposable", "Subscriptions in a bag that lasts: those that end leave it, those taken out continue.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        let player = scope.track(Player())
        for _ in 0..<40 {
          // The bag must not keep the ended disposables alive.
          let subscription = ticks.subscribe(into: bagOfTheApp) { _ in player.advance() }
          _ = scope.track(subscription.node)
          let action = scope.track(ActionDisposable { player.advance() })
          bagOfTheApp.add(action)
          subscription.dispose()
          action.dispose()
        }
        ticks.take(1).subscribe(into: bagOfTheApp) { _ in player.advance() }
        ticks.send(1)
        let bag = CompositeDisposable()
        bag.add(ticks.subscribe { _ in player.advance() })
        bag.dispose()
        // The bag is disposed, so the subscription ends immediately.
        bag.add(ticks.subscribe { _ in player.advance() })
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        expectLeak(.retained)
        let subscription = ticks.subscribe(into: bag) { _ in player.advance() }
        bag.remove(subscription)
        bag.dispose()
      }
    })

  static let action = pair(
    "action-disposable", "An action that is never run holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        ticks.subscribe(into: bag)
        bag.add(ActionDisposable { player.advance() })
        bag.dispose()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        expectLeak(.retained, .elsewhere)
        let player = scope.track(Player())
        bagOfTheApp.add(ActionDisposable { player.advance() })
        ticks.subscribe(owner: player) { player, _ in player.advance() }
      }
    })

  static let serial = pair(
    "serial-disposable", "Each new subscription replaces the previous subscription, or is added to it.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let current = SerialDisposable()
        for _ in 0..<5 { current.disposable = ticks.subscribe { _ in player.advance() } }
        current.dispose()
        current.disposable = ticks.subscribe { _ in player.advance() }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let current = SerialDisposable()
      return { scope in
        let player = scope.track(Player())
        for _ in 0..<5 {
          current.disposable?.dispose()
          // This subscription is not stored; only the second one is.
          expectLeak(.orphan, each: 5)
          ticks.subscribe { [weak player] _ in player?.advance() }
          current.disposable = ticks.subscribe { [weak player] _ in player?.advance() }
        }
      }
    })
}

private final class Scene: Sendable {
  let subscription: ScopedDisposable
  init(_ ticks: PublishSubject<Int, Never>) { subscription = ticks.subscribe { _ in }.scoped }
}

extension Scenario {
  static let scoped = pair(
    "scoped-disposable", "A subscription that ends when its handle is deallocated; or the program keeps the handle.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        scope.track(Scene(ticks))
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let handles = ObjectStore<ScopedDisposable>()
      return { scope in
        let player = scope.track(Player())
        expectLeak(.orphan)
        handles.put(ticks.subscribe { [weak player] _ in player?.advance() }.scoped)
        ticks.send(1)
      }
    })

  static let lifetimeAdd = pair(
    "lifetime-add", "A subscription bound to its owner's lifetime, or to one that lasts longer.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        player.lifetime.add(ticks.subscribe { [weak player] _ in player?.advance() })
        player.lifetime.add(ticks.map { $0 }.subscribe { [weak player] _ in player?.advance() })
        player.lifetime.add(ActionDisposable {})
        // So many subscriptions that the lifetime's storage must grow. Some subscriptions end early and leave it.
        for count in 0..<40 {
          let subscription = ticks.subscribe(owner: player) { player, _ in player.advance() }
          if count % 3 == 0 { subscription.dispose() }
        }
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let app = Player()
      return { scope in
        let player = scope.track(Player())
        expectLeak(.orphan)
        let subscription = ticks.subscribe { [weak player] _ in player?.advance() }
        app.lifetime.add(subscription)
      }
    })
}
