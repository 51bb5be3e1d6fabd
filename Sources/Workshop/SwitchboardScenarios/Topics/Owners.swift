internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let subjectOwner = pair(
    "subject-owner", "A subject's subscription that belongs to an owner with a lifetime; its closure holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks.subscribe(
          owner: player, onNext: { player, _ in player.advance() }, onError: { player, _ in player.advance() },
          onCompleted: { player in player.advance() })
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.subscribe(owner: player) { _, _ in player.advance() }
        ticks.send(1)
      }
    })

  static let signalOwner = pair(
    "signal-owner", "A signal's subscription that belongs to an owner with a lifetime; its closure holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.map { $0 + 1 }.subscribe(owner: player) { _, _ in player.advance() }
        ticks.send(1)
      }
    })

  static let sweptOwner = pair(
    "swept-owner", "A subscription that belongs to an owner without a lifetime; its closure holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let alarms = PublishSubject<Int, Never>(name: "alarms")
      return { scope in
        // So many owners that sweeps run while further owners are added.
        for _ in 0..<40 {
          let sign = scope.track(Sign())
          ticks.subscribe(owner: sign) { sign, _ in sign.show() }
        }
        // The send also ends the subscriptions of deallocated owners. Nothing is ever sent on `alarms`.
        ticks.send(1)
        alarms.subscribe(owner: scope.track(Sign())) { sign, _ in sign.show() }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let sign = scope.track(Sign())
        expectLeak(.retained)
        ticks.subscribe(owner: sign) { _, _ in sign.show() }
        ticks.send(1)
      }
    })

  static let lifetimeKept = pair(
    "lifetime-kept", "A lifetime that the program keeps outlives its owner; so do its subscriptions.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
        ticks.subscribe(owner: player) { player, _ in player.advance() }
        // A reference to a bound disposable does not keep the lifetime alive.
        let bound = ActionDisposable {}
        player.lifetime.add(bound)
        ticks.send(1)
        withExtendedLifetime(bound) {}
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let lifetimes = ObjectStore<Lifetime>()
      return { scope in
        let player = scope.track(Player())
        lifetimes.put(player.lifetime)
        expectLeak(.orphan)
        ticks.subscribe(owner: player) { player, _ in player.advance() }
        expectLeak(.orphan)
        ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
      }
    })

  static let withoutOwner = leaking(
    "without-owner", "A subscription without an owner: each cycle adds one."
  ) { expectLeak in
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    return { _ in
      expectLeak(.growing)
      ticks.subscribe { _ in }
      expectLeak(.growing)
      ticks.map { $0 + 1 }.subscribe { _ in }
    }
  }

  static let twoOwners = leaking(
    "two-owners", "Two closures hold two owners of different types: the findings name both."
  ) { expectLeak in
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    return { scope in
      let player = scope.track(Player())
      let sign = scope.track(Sign())
      expectLeak(.retained)
      ticks.subscribe { _ in player.advance() }
      expectLeak(.retained)
      ticks.map { $0 + 1 }.subscribe { _ in sign.show() }
      expectLeak(.orphan)
      ticks.subscribe { [weak player] _ in player?.advance() }
    }
  }
}
