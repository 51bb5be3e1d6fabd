import Switchboard
import SwitchboardTesting

func joining(_ run: Runner) async {
  await run("concat a literal", hears: "1 2") { heard in
    let numbers = Signal([1])
    numbers.concat(.just(2)).subscribe { heard($0) }
  }
  await run("concat to a subject", hears: "1 2") { heard in
    let numbers = PublishSubject<Int, Never>()
    numbers.concat(.just(2)).subscribe { heard($0) }
    numbers.send(1)
    numbers.sendCompleted()
  }
  await run("merge with a literal", hears: "2 1") { heard in
    let numbers = PublishSubject<Int, Never>()
    numbers.merge(with: .just(2)).subscribe { heard($0) }
    numbers.send(1)
  }
  await run("race with a literal", hears: "1 |") { heard in
    let numbers = PublishSubject<Int, Never>()
    numbers.race(with: .just(1)).subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
    numbers.send(2)
  }
  await run("race with empty", hears: "|") { heard in
    let numbers = PublishSubject<Int, Never>()
    numbers.race(with: .empty()).subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
  }
  await run("zip with a literal", hears: "1a") { heard in
    let numbers = Signal([1, 2])
    numbers.zip(with: .just("a")).map { "\($0)\($1)" }.subscribe { heard($0) }
  }
  await run("combine with a literal", hears: "11 12") { heard in
    let numbers = PublishSubject<Int, Never>()
    numbers.combineLatest(with: .just(10)).map { $0 + $1 }.subscribe { heard($0) }
    numbers.send(1)
    numbers.send(2)
  }
  await run("take until never", hears: "1 2") { heard in
    Signal([1, 2]).take(until: .never()).subscribe { heard($0) }
  }
  await run("take until a timer", hears: "1 |") { heard in
    let (clock, numbers) = (TestScheduler(), PublishSubject<Int, Never>())
    numbers.take(until: .timer(after: .seconds(1), on: clock))
      .subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
    numbers.send(1)
    clock.advance(by: .seconds(1))
    numbers.send(2)
  }
  await run("skip until a timer", hears: "2") { heard in
    let (clock, numbers) = (TestScheduler(), PublishSubject<Int, Never>())
    numbers.skip(until: .timer(after: .seconds(1), on: clock)).subscribe { heard($0) }
    numbers.send(1)
    clock.advance(by: .seconds(1))
    numbers.send(2)
  }
  await run("sample by an interval", hears: "2 2") { heard in
    let (clock, numbers) = (TestScheduler(), PublishSubject<Int, Never>())
    numbers.sample(.interval(.seconds(1), on: clock)).subscribe { heard($0) }
    numbers.send(1)
    numbers.send(2)
    clock.advance(by: .seconds(2))
  }
  await run("the latest of a property", hears: "11 22") { heard in
    let (numbers, offset) = (PublishSubject<Int, Never>(), Property(10))
    numbers.withLatestFrom(offset) { $0 + $1 }.subscribe { heard($0) }
    numbers.send(1)
    offset.value = 20
    numbers.send(2)
  }
  await run("the latest of a property, alone", hears: "10") { heard in
    let (taps, offset) = (PublishSubject<Void, Never>(), Property(10))
    taps.withLatestFrom(offset).subscribe { heard($0) }
    taps.send()
  }
  await run("start and end with values", hears: "0 1 2") { heard in
    Signal([1]).startWith(0).endWith(2).subscribe { heard($0) }
  }
  await run("then", hears: "a") { heard in
    Signal([1]).then(.just("a")).subscribe { heard($0) }
  }
  await run("if empty", hears: "1") { heard in
    Signal<Int, Never>.empty().ifEmpty(switchTo: .just(1)).subscribe { heard($0) }
  }
}

func joiningMany(_ run: Runner) async {
  await run("combine two with a closure", hears: "11") { heard in
    let (a, b) = (Property(1), Property(10))
    Signal.combineLatest(a, b) { $0 + $1 }.subscribe { heard($0) }
  }
  await run("combine three with a closure", hears: "1a true") { heard in
    let (a, b, c) = (Property(1), Property("a"), Property(true))
    Signal.combineLatest(a, b, c) { "\($0)\($1) \($2)" }.subscribe { heard($0) }
  }
  await run("combine six with a closure", hears: "21") { heard in
    let (a, b, c, d, e, f) = (Property(1), Property(2), Property(3), Property(4), Property(5), Property(6))
    Signal.combineLatest(a, b, c, d, e, f) { a, b, c, d, e, f in [a, b, c, d, e, f].reduce(0, +) }
      .subscribe { heard($0) }
  }
  await run("combine two and map", hears: "11") { heard in
    let (a, b) = (Property(1), Property(10))
    Signal.combineLatest(a, b).map { $0 + $1 }.subscribe { heard($0) }
  }
  await run("zip two with a closure", hears: "11 22") { heard in
    let (a, b) = (Signal([1, 2]), Signal([10, 20]))
    Signal.zip(a, b) { $0 + $1 }.subscribe { heard($0) }
  }
  await run("zip three with a closure", hears: "1 10 100") { heard in
    let (a, b, c) = (Signal([1]), Signal([10]), Signal([100]))
    Signal.zip(a, b, c) { a, b, c in "\(a) \(b) \(c)" }.subscribe { heard($0) }
  }
  await run("zip, with the type of one side before the dot", hears: "11") { heard in
    let (a, b) = (Signal([1]), Signal([10]))
    Signal<Int, Never>.zip(a, b).map { $0 + $1 }.subscribe { heard($0) }
  }
  await run("combine, with the type of one side before the dot", hears: "11") { heard in
    let (a, b) = (Signal([1]), Signal([10]))
    Signal<Int, Never>.combineLatest(a, b).map { $0 + $1 }.subscribe { heard($0) }
  }
  await run("merge two kinds", hears: "1 2") { heard in
    let (numbers, count) = (PublishSubject<Int, Never>(), Property(1))
    Signal.merge(numbers, count).subscribe { heard($0) }
    numbers.send(2)
  }
  await run("merge with a literal, statically", hears: "1 2") { heard in
    let (numbers, count) = (PublishSubject<Int, Never>(), Property(1))
    Signal.merge(numbers, count, .just(2)).subscribe { heard($0) }
  }
  await run("merge an array", hears: "1 2") { heard in
    Signal.merge([Signal([1]), Signal([2])]).subscribe { heard($0) }
  }
}
