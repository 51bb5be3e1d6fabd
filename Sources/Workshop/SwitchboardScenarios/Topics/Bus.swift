internal import Switchboard
internal import SwitchboardLeaks

private struct Goal: Event {}

private struct TeamGoal: Event {
  var team: String
  var subtype: String? { team }
}

extension Scenario {
  static let busSubscribers = pair(
    "bus-subscribers", "A bus that outlasts its subscribers, with each way to handle events inside the dispatch.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        bus.on(TeamGoal.self).bound(to: bag).next { _ in player.advance() }
        bus.on(TeamGoal.self).bound(to: bag).next { _, _ in player.advance() }
        bus.on(TeamGoal.self).bound(to: bag).tryNext { _ in player.advance() }
        bus.on(TeamGoal.self).subtypes("red", "blue").priority(3).bound(to: bag).next { _ in player.advance() }
        bus.on(any: (any Event).self).bound(to: bag).next { _ in player.advance() }
        bus.on(TeamGoal.self).bound(to: bag).scheduler(.immediate).next { _ in player.advance() }
        bus.on(TeamGoal.self).once().next { _ in player.advance() }
        bus.on(TeamGoal.self).subtypes("red", "blue").once().next { _ in player.advance() }
        let subscription = bus.subscribe(TeamGoal.self) { _ in player.advance() }
        bus.dispatch(TeamGoal(team: "red"))
        subscription.dispose()
        bag.dispose()
      }
    },
    leaking: { expectLeak in
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        bus.subscribe(TeamGoal.self) { _ in player.advance() }
        expectLeak(.retained)
        bus.on(TeamGoal.self).subtype("red").next { _ in player.advance() }
        expectLeak(.retained)
        bus.on(TeamGoal.self).subtypes("red", "blue").next { _ in player.advance() }
        expectLeak(.retained)
        bus.on(TeamGoal.self).next { _, delivery in if delivery.isCancelled { player.advance() } }
        expectLeak(.retained)
        bus.on(TeamGoal.self).tryNext { _ in player.advance() }
        expectLeak(.retained)
        bus.on(any: (any Event).self).next { _ in player.advance() }
        expectLeak(.retained)
        bus.on(TeamGoal.self).scheduler(.immediate).next { _ in player.advance() }
        expectLeak(.retained)
        bus.on(NamedEvent.self).subtype("never").once().next { _ in player.advance() }
        bus.dispatch(TeamGoal(team: "red"))
      }
    })

  static let busOwners = pair(
    "bus-owners", "A subscription that belongs to an owner, with a lifetime or without; its closure holds the owner.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.subscribe(Goal.self, owner: player) { player, _ in player.advance() }
        bus.on(Goal.self).bound(to: player.lifetime).next { [weak player] _ in player?.advance() }
        // So many owners that at least one sweep runs.
        for _ in 0..<40 { bus.subscribe(Goal.self, owner: scope.track(Sign())) { sign, _ in sign.show() } }
        // The dispatch also ends the subscriptions of deallocated owners.
        bus.dispatch(Goal())
      }
    },
    leaking: { expectLeak in
      let bus = EventBus(name: "bus")
      return { scope in
        let (player, sign) = (scope.track(Player()), scope.track(Sign()))
        expectLeak(.retained)
        bus.subscribe(Goal.self, owner: player) { _, _ in player.advance() }
        expectLeak(.retained)
        bus.on(Goal.self).bound(to: player).next { _ in player.advance() }
        expectLeak(.retained)
        bus.subscribe(Goal.self, owner: sign) { _, _ in sign.show() }
        bus.dispatch(Goal())
      }
    })

  static let busSignals = pair(
    "bus-signals", "Events of a bus as a signal, of one type and of subtypes.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.signal(of: Goal.self).subscribe(owner: player) { player, _ in player.advance() }
        bus.on(Goal.self).once().signal.subscribe { _ in player.advance() }
        let bag = CompositeDisposable()
        bus.on(NamedEvent.self).subtypes("red", "blue").signal.subscribe(into: bag) { _ in player.advance() }
        bus.dispatch(Goal())
        bag.dispose()
      }
    },
    leaking: { expectLeak in
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        bus.signal(of: Goal.self).subscribe { _ in player.advance() }
        expectLeak(.retained)
        bus.on(NamedEvent.self).subtypes("red", "blue").signal.map { $0 }.subscribe { _ in player.advance() }
        bus.dispatch(Goal())
      }
    })
}

private struct Score: Event {
  let player: Player
}

extension Scenario {
  static let busStickyEvents = pair(
    "bus-sticky", "Sticky events: replayed and removed; and a subscriber that gets them and stays.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.dispatchSticky(Score(player: player))
        bus.on(Score.self).sticky().bound(to: player.lifetime).next { event in event.player.advance() }
        bus.removeStickyEvent(Score.self)
      }
    },
    leaking: { expectLeak in
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.dispatchSticky(NamedEvent("goal"))
        expectLeak(.retained)
        bus.on(NamedEvent.self).sticky().next { _ in player.advance() }
        bus.removeAllStickyEvents()
      }
    })
}

extension Scenario {
  static let busStickySubtypes = pair(
    "bus-sticky-subtypes", "Sticky events whose subtypes never repeat: removed, or kept by a bus that lasts.",
    clean: {
      let (bus, names) = (EventBus(name: "bus"), Names())
      return { _ in
        let name = names.next()
        bus.dispatchSticky(TeamGoal(team: name))
        bus.removeStickyEvent(TeamGoal.self, subtype: name)
      }
    },
    leaking: { expectLeak in
      let bus = EventBus(name: "bus")
      let names = Names()
      return { _ in
        expectLeak(.growing, .values)
        bus.dispatchSticky(TeamGoal(team: names.next()))
      }
    })
}

private actor Desk {
  func advance() {}
}

extension Scenario {
  static let busTasks = asyncPair(
    "bus-tasks", "Handlers in tasks, on actors, on queues and on the main actor; the program awaits their deliveries.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        let desk = scope.track(Desk())
        let bag = CompositeDisposable()
        bus.on(Goal.self).bound(to: bag).task { _ in player.advance() }
        bus.on(Goal.self).bound(to: bag).task(on: desk) { desk, _ in desk.advance() }
        bus.on(Goal.self).bound(to: bag).queue(.global()).next { _ in player.advance() }
        bus.on(Goal.self).bound(to: bag).next(on: MainActor.self) { _ in player.advance() }
        try await bus.deliver(Goal(), policy: .concurrent)
        bag.dispose()
      }
    },
    leaking: { expectLeak in
      let bus = EventBus(name: "bus")
      return { @MainActor scope in
        let player = scope.track(Player())
        let view = scope.track(View())
        expectLeak(.retained)
        bus.on(Goal.self).task { _ in player.advance() }
        expectLeak(.retained)
        bus.on(Goal.self).queue(.global()).next { _ in player.advance() }
        expectLeak(.retained)
        bus.subscribe(Goal.self, on: MainActor.self) { _ in view.show() }
        try await bus.deliver(Goal())
      }
    })
}
