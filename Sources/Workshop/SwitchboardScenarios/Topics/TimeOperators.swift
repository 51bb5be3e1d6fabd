internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let timeOperators = pair(
    "time-operators", "Each operator with a scheduler, with a handler that holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        let bag = CompositeDisposable()
        ticks.debounce(.seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.debounce(on: scheduler) { _ in .seconds(1) }.subscribe(into: bag) { _ in player.advance() }
        ticks.delay(on: scheduler) { _ in .seconds(1) }.subscribe(into: bag) { _ in player.advance() }
        ticks.throttle(.seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.throttle(.seconds(1), first: false, on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.timeout(after: .seconds(9), raising: Refusal(), on: scheduler).subscribe(into: bag) { _ in
          player.advance()
        }
        ticks.timeout(between: .seconds(9), raising: Refusal(), on: scheduler).subscribe(into: bag) { _ in
          player.advance()
        }
        ticks.sample(every: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.buffer(for: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.retry(after: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        let backoff = Backoff(first: .seconds(1), restartsAfterValue: true)
        ticks.retry(backoff: backoff, on: scheduler).subscribe(into: bag) { _ in player.advance() }
        // Disposed while it waits.
        Signal<Int, Refusal>.fail(Refusal()).retry(backoff: backoff, on: scheduler).subscribe(into: bag) { _ in
          player.advance()
        }
        ticks.repeat(after: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.send(1)
        scheduler.advance(by: .seconds(1))
        ticks.send(2)
        bag.dispose()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        expectLeak(.retained)
        ticks.debounce(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.debounce(on: scheduler) { _ in .seconds(1) }.subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.throttle(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.throttle(.seconds(1), first: false, on: scheduler).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.sample(every: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.buffer(for: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.retry(after: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.retry(backoff: Backoff(first: .seconds(1)), on: scheduler).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.repeat(after: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        ticks.send(1)
        scheduler.advance(by: .seconds(1))
      }
    })

  static let delayed = pair(
    "delay",
    "Delayed values that still wait when the subscription ends, or when the scheduler is deallocated.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        let bag = CompositeDisposable()
        ticks.delay(.seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.delay(.seconds(3600), on: .main).subscribe(into: bag) { _ in player.advance() }
        ticks.send(1)
        bag.dispose()
        // This subscription ends when the delayed value has arrived.
        let brief = PublishSubject<Int, Never>()
        brief.delay(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        brief.send(1)
        brief.sendCompleted()
        scheduler.run()
        // The scheduler never delivers this value; the subscription ends when the scheduler is deallocated.
        Signal<Int, Never>.just(1).delay(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        expectLeak(.retained)
        ticks.delay(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        ticks.send(1)
        scheduler.run()
      }
    })

  static let delayedForEver = pair(
    "delay-never-due", "Delayed values whose time comes, or whose scheduler stands still.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let scheduler = TestScheduler()
      ticks.delay(.seconds(1), on: scheduler).subscribe { _ in }
      return { _ in
        ticks.send(1)
        scheduler.advance(by: .seconds(1))
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let scheduler = TestScheduler()
      expectLeak(.growing, .values)
      ticks.delay(.seconds(1), on: scheduler).subscribe { _ in }
      return { _ in
        ticks.send(1)
        withExtendedLifetime(scheduler) {}
      }
    })

  static let delivered = asyncPair(
    "deliver-on", "Events that hop to a queue, and a subscription that is made there.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let queue = Scheduler.queue(label: "scenario")
      return { scope in
        let player = scope.track(Player())
        ticks.deliver(on: queue).subscribe(owner: player) { player, _ in player.advance() }
        let bag = CompositeDisposable()
        ticks.deliver(on: queue).subscribe(into: bag) { _ in player.advance() }
        ticks.start(on: queue).subscribe(into: bag) { _ in player.advance() }
        for value in 0..<3 { ticks.send(value) }
        bag.dispose()
        // When the body returns, the last event is still on its way and holds the player.
        let brief = PublishSubject<Int, Never>()
        brief.deliver(on: queue).subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
        brief.send(1)
        brief.sendCompleted()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let queue = Scheduler.queue(label: "scenario")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.deliver(on: queue).subscribe { _ in player.advance() }
        ticks.send(1)
      }
    })

  static let timers = pair(
    "timers", "Timers that end, and a timer that never stops.",
    clean: {
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        Signal<Int, Never>.interval(.seconds(3600), on: .main).subscribe(into: bag) { _ in player.advance() }
        bag.dispose()
        Signal<Int, Never>.interval(.seconds(3600), on: .main).subscribe(owner: player) { player, _ in player.advance()
        }
        let scheduler = TestScheduler()
        Signal<Int, Never>.timer(after: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        scheduler.run()
      }
    },
    leaking: { expectLeak in
      let scheduler = TestScheduler()
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        Signal<Int, Never>.interval(.seconds(3600), on: scheduler).subscribe { _ in player.advance() }
      }
    })
}
