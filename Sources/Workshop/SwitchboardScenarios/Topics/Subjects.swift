internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let behaviorSubscribers = pair(
    "behavior-subscribers", "Each way to subscribe to a behavior subject.",
    clean: {
      let volume = BehaviorSubject<Int, Never>(0, name: "volume")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        player.lifetime.add(bag)
        let subscription = volume.subscribe { _ in player.advance() }
        volume.subscribe(into: bag) { [weak player] _ in player?.advance() }
        volume.subscribe(owner: player) { player, _ in player.advance() }
        let observer = Observer<Int, Never>(onNext: { _ in })
        volume.subscribe(observer)
        volume.send(volume.value + 1)
        subscription.dispose()
        observer.dispose()
      }
    },
    leaking: { expectLeak in
      let volume = BehaviorSubject<Int, Never>(0, name: "volume")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.orphan)
        volume.subscribe { [weak player] _ in player?.advance() }
        volume.send(1)
      }
    })

  static let replaySubscribers = pair(
    "replay-subscribers", "Each way to subscribe to a replay subject.",
    clean: {
      let log = ReplaySubject<Int, Never>(capacity: 2, name: "log")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        player.lifetime.add(bag)
        log.send(1)
        let subscription = log.subscribe { _ in player.advance() }
        log.subscribe(into: bag) { [weak player] _ in player?.advance() }
        log.subscribe(owner: player) { player, _ in player.advance() }
        let observer = Observer<Int, Never>(onNext: { _ in })
        log.subscribe(observer)
        log.send(2)
        subscription.dispose()
        observer.dispose()
        let ended = ReplaySubject<Int, Never>()
        ended.send(1)
        ended.sendCompleted()
        ended.subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
      }
    },
    leaking: { expectLeak in
      let log = ReplaySubject<Int, Never>(capacity: 2, name: "log")
      return { scope in
        let player = scope.track(Player())
        log.send(1)
        expectLeak(.retained)
        log.subscribe { _ in player.advance() }
        expectLeak(.retained)
        log.subscribe(owner: player) { _, _ in player.advance() }
      }
    })

  static let replayWithoutLimit = pair(
    "replay-without-limit", "A replay subject that lasts keeps every value ever sent, or only the last value.",
    clean: {
      let log = ReplaySubject<Int, Never>(capacity: 1, name: "log")
      return { scope in
        let player = scope.track(Player())
        log.send(1)
        log.send(2)
        log.subscribe(owner: player) { player, _ in player.advance() }
        // This subject has no limit, and is deallocated together with its values.
        let own = ReplaySubject<Int, Never>()
        own.send(1)
        own.subscribe { _ in player.advance() }
      }
    },
    leaking: { expectLeak in
      expectLeak(.growing, .values, each: 2)
      let log = ReplaySubject<Int, Never>(name: "log")
      return { _ in
        log.send(1)
        log.send(2)
      }
    })

  static let replayedOwner = pair(
    "replayed-owner", "A value that a replay subject keeps holds the owner.",
    clean: {
      let shown = ReplaySubject<ObjectIdentifier, Never>(capacity: 1, name: "shown")
      return { scope in
        let player = scope.track(Player())
        shown.send(ObjectIdentifier(player))
        shown.subscribe(owner: player) { player, _ in player.advance() }
      }
    },
    leaking: { expectLeak in
      expectLeak(.growing, .values)
      let shown = ReplaySubject<Player, Never>(name: "shown")
      return { scope in
        expectLeak(.retained, .elsewhere)
        let player = scope.track(Player())
        shown.send(player)
        shown.subscribe(owner: player) { player, _ in player.advance() }
      }
    })

  static let endings = clean(
    "endings", "Subjects that complete, fail or are deallocated, with subscribers of every kind that hold their owner."
  ) {
    { scope in
      for ending in 0..<3 {
        let player = scope.track(Player())
        let hot = PublishSubject<Int, Refusal>()
        let log = ReplaySubject<Int, Refusal>()
        let volume = BehaviorSubject<Int, Refusal>(0)
        let bag = CompositeDisposable()
        for signal in [hot.signal, log.signal, volume.signal] {
          signal.subscribe { _ in player.advance() }
          signal.subscribe(into: bag) { _ in player.advance() }
          signal.subscribe(Observer(onNext: { _ in player.advance() }))
          signal.subscribe(owner: player) { _, _ in player.advance() }
        }
        hot.subscribe { _ in player.advance() }
        hot.subscribe(onNext: { _ in }, onError: { _ in player.advance() }, onCompleted: { player.advance() })
        hot.subscribe(into: bag) { _ in player.advance() }
        hot.subscribe(owner: player) { _, _ in player.advance() }
        for subject in [hot, log, volume] as [any ObserverProtocol<Int, Refusal>] {
          subject.send(.value(1))
          if ending == 0 { subject.send(.completed) }
          if ending == 1 { subject.send(.error(Refusal())) }
        }
        // Subscriptions without a terminal event end here, when their subjects are deallocated.
      }
    }
  }

  static let growingCollection = pair(
    "growing-collection", "Subjects that a cache never releases.",
    clean: {
      let current = Slot<PublishSubject<Int, Never>>()
      return { _ in
        let channel = PublishSubject<Int, Never>(name: "channel")
        channel.subscribe { _ in }
        current.value = channel
        channel.send(1)
        current.value = nil
      }
    },
    leaking: { expectLeak in
      let channels = ObjectStore<PublishSubject<Int, Never>>()
      return { _ in
        expectLeak(.growing, .elsewhere)
        let channel = PublishSubject<Int, Never>(name: "channel")
        channels.put(channel)
        channel.send(1)
      }
    })

  static let boundedCache = clean(
    "bounded-cache", "A cache that keeps the newest eight subjects and subscriptions: it levels off."
  ) {
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    let channels = BoundedCache<PublishSubject<Int, Never>>()
    let subscriptions = BoundedCache<Subscription>()
    return { scope in
      scope.track(Player())
      channels.put(PublishSubject<Int, Never>(name: "channel"))
      subscriptions.put(ticks.subscribe { _ in })?.dispose()
    }
  }

  static let subjectKeepsItself = pair(
    "subject-keeps-itself", "A subject's own subscription holds the subject.",
    clean: {
      { _ in
        let echo = PublishSubject<Int, Never>(name: "echo")
        echo.subscribe { [weak echo] value in if value < 3 { echo?.send(value + 1) } }
        echo.send(1)
      }
    },
    leaking: { expectLeak in
      let cleaner = Cleaner()
      return { _ in
        let echo = PublishSubject<Int, Never>(name: "echo")
        expectLeak(.retained)
        let subscription = echo.subscribe { value in if value < 3 { echo.send(value + 1) } }
        echo.send(1)
        cleaner.willEnd(subscription)
      }
    })
}
