import Switchboard
import SwitchboardTesting

func making(_ run: Runner) async {
  await run("just, without types", hears: "1 |") { heard in
    Signal.just(1).subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
  }
  await run("an array, without types", hears: "1 2") { heard in
    Signal([1, 2]).subscribe { heard($0) }
  }
  await run("a range, without types", hears: "1 2 3") { heard in
    Signal(1...3).subscribe { heard($0) }
  }
  await run("just, with types", hears: "1") { heard in
    Signal<Int, Never>.just(1).subscribe { heard($0) }
  }
  await run("just, with an error type", hears: "1") { heard in
    Signal<Int, Fault>.just(1).subscribe { heard($0) }
  }
  await run("just, by its context", hears: "1 1") { heard in
    let certain: Signal<Int, Never> = .just(1)
    let risky: Signal<Int, Fault> = .just(1)
    certain.subscribe { heard($0) }
    risky.subscribe { heard($0) }
  }
  await run("empty", hears: "|") { heard in
    Signal<Int, Never>.empty().subscribe(onCompleted: { heard("|") })
  }
  await run("never", hears: "") { heard in
    Signal<Int, Never>.never().subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
  }
  await run("fail", hears: "broken") { heard in
    Signal<Int, Fault>.fail(.broken).subscribe(onError: { heard($0) })
  }
  await run("fail, by its context", hears: "broken") { heard in
    let broken: Signal<Int, Fault> = .fail(.broken)
    broken.subscribe(onError: { heard($0) })
  }
  await run("an interval, without types", hears: "0 1") { heard in
    let clock = TestScheduler()
    Signal.interval(.seconds(1), on: clock).subscribe { heard($0) }
    clock.advance(by: .seconds(2))
  }
  await run("a timer, without types", hears: "0 |") { heard in
    let clock = TestScheduler()
    Signal.timer(after: .seconds(1), on: clock).subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
    clock.advance(by: .seconds(1))
  }
  await run("deferred", hears: "1 1") { heard in
    let signal = Signal<Int, Never>.deferred { Signal.just(1) }
    signal.subscribe { heard($0) }
    signal.subscribe { heard($0) }
  }
  await run("a producer that returns a disposable", hears: "1 gone") { heard in
    let signal = Signal<Int, Never> { observer in
      observer.send(1)
      return ActionDisposable { heard("gone") }
    }
    signal.subscribe { heard($0) }.dispose()
  }
  await run("a producer that returns nil", hears: "1 |") { heard in
    let signal = Signal<Int, Never> { observer in
      observer.send(1)
      observer.sendCompleted()
      return nil
    }
    signal.subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
  }
  await run("a producer that returns nothing", hears: "1 |") { heard in
    let signal = Signal<Int, Never> { observer, _ in
      observer.send(1)
      observer.sendCompleted()
    }
    signal.subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
  }
  await run("a producer that adds what it starts", hears: "1 gone") { heard in
    let numbers = PublishSubject<Int, Never>()
    let signal = Signal<Int, Never> { observer, bag in
      bag.add(numbers.subscribe { observer.send($0) })
      bag.add(ActionDisposable { heard("gone") })
    }
    let subscription = signal.subscribe { heard($0) }
    numbers.send(1)
    subscription.dispose()
    numbers.send(2)
  }
  await run("a function that throws", hears: "12 broken") { heard in
    Signal(catching: { () throws(Fault) in try parse("12") }).subscribe { heard($0) }
    Signal(catching: { () throws(Fault) in try parse("a") }).subscribe(onError: { heard($0) })
  }
}
