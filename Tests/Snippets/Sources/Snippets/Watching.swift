import Switchboard
import SwitchboardTesting

func watching(_ run: Runner) async {
  await run("do with each value", hears: "1 2") { heard in
    Signal([1, 2]).do { heard($0) }.subscribe()
  }
  await run("do with labels", hears: "begin 1 completed end gone") { heard in
    Signal([1]).do(
      onNext: { heard($0) }, onCompleted: { heard("completed") }, onTerminal: { heard("end") },
      onSubscribe: { heard("begin") }, onDispose: { heard("gone") }
    )
    .subscribe()
  }
  await run("do with an error", hears: "broken") { heard in
    Signal<Int, Fault>.fail(.broken).do(onError: { heard($0) }).subscribe()
  }
  await run("logEvents", hears: "[numbers] value 1") { heard in
    Signal([1]).logEvents("numbers", .value) { heard($0) }.subscribe()
  }
  await run("delay", hears: "1") { heard in
    let clock = TestScheduler()
    Signal([1]).delay(.seconds(1), on: clock).subscribe { heard($0) }
    clock.advance(by: .seconds(1))
  }
  await run("debounce", hears: "b") { heard in
    let (clock, words) = (TestScheduler(), PublishSubject<String, Never>())
    words.debounce(.milliseconds(300), on: clock).subscribe { heard($0) }
    words.send("a")
    words.send("b")
    clock.advance(by: .seconds(1))
  }
  await run("throttle", hears: "1") { heard in
    let clock = TestScheduler()
    Signal([1, 2]).throttle(.seconds(1), latest: false, on: clock).subscribe { heard($0) }
  }
}

func sharing(_ run: Runner) async {
  await run("share with a variable count", hears: "1 2 2") { heard in
    let (numbers, count) = (PublishSubject<Int, Never>(), 1)
    let shared = numbers.share(replay: count)
    shared.subscribe { heard($0) }
    numbers.send(1)
    numbers.send(2)
    shared.subscribe { heard($0) }
  }
  await run("share with a literal count", hears: "1 1") { heard in
    let numbers = PublishSubject<Int, Never>()
    let shared = numbers.share(replay: 1)
    shared.subscribe { heard($0) }
    numbers.send(1)
    shared.subscribe { heard($0) }
  }
  await run("a replay subject with a variable capacity", hears: "2 3") { heard in
    let capacity = 2
    let numbers = ReplaySubject<Int, Never>(capacity: capacity)
    for number in 1...3 { numbers.send(number) }
    numbers.subscribe { heard($0) }
  }
  await run("a replay subject without a limit", hears: "1 2 3") { heard in
    let numbers = ReplaySubject<Int, Never>()
    for number in 1...3 { numbers.send(number) }
    numbers.subscribe { heard($0) }
  }
  await run("replay", hears: "1 2") { heard in
    Signal([1, 2]).replay().signal.subscribe { heard($0) }
  }
}

func sending(_ run: Runner) async {
  await run("send a value", hears: "1 |") { heard in
    let numbers = PublishSubject<Int, Never>()
    numbers.subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
    numbers.send(1)
    numbers.sendCompleted()
  }
  await run("send an error", hears: "broken") { heard in
    let numbers = PublishSubject<Int, Fault>()
    numbers.subscribe(onError: { heard($0) })
    numbers.send(error: .broken)
  }
  await run("send nothing to a subject", hears: "tap") { heard in
    let taps = PublishSubject<Void, Never>()
    taps.subscribe { heard("tap") }
    taps.send()
  }
  await run("send nothing to a replay subject", hears: "tap") { heard in
    let taps = ReplaySubject<Void, Never>(capacity: 1)
    taps.send()
    taps.subscribe { heard("tap") }
  }
  await run("send nothing to an observer", hears: "tap") { heard in
    let observer = Observer<Void, Never>(onNext: { heard("tap") })
    observer.send()
  }
  await run("send nothing from a producer", hears: "tap") { heard in
    let taps = Signal<Void, Never> { observer, _ in observer.send() }
    taps.subscribe { heard("tap") }
  }
  await run("the value of a behavior subject", hears: "1 1 2 2") { heard in
    let number = BehaviorSubject<Int, Never>(1)
    heard(number.value)
    number.subscribe { heard($0) }
    number.send(2)
    heard(number.value)
  }
}
