import Switchboard
import SwitchboardTesting

/// What can fail beside what cannot, in all combinations.
func joiningWhatFailsOtherwise(_ run: Runner) async {
  let risky = Signal<Int, Fault>([1, 2])
  let sure = Property(10)

  await run("concat a property", hears: "1 2 10") { heard in
    risky.concat(sure).subscribe { heard($0) }
  }
  await run("concat a literal to what can fail", hears: "1 2 3") { heard in
    risky.concat(.just(3)).subscribe { heard($0) }
  }
  await run("concat what can fail", hears: "0 1 2") { heard in
    Signal([0]).concat(risky).subscribe { heard($0) }
  }
  await run("merge with a property", hears: "1 2 10") { heard in
    risky.merge(with: sure).subscribe { heard($0) }
  }
  await run("merge a property with what can fail", hears: "10 1 2") { heard in
    sure.merge(with: risky).subscribe { heard($0) }
  }
  await run("race", hears: "1 2 10") { heard in
    risky.race(with: sure).subscribe { heard($0) }
    sure.race(with: risky).subscribe { heard($0) }
  }
  await run("zip", hears: "11 11") { heard in
    risky.zip(with: sure).map { $0 + $1 }.subscribe { heard($0) }
    sure.zip(with: risky).map { $0 + $1 }.subscribe { heard($0) }
  }
  await run("combineLatest", hears: "12 11 12") { heard in
    risky.combineLatest(with: sure).map { $0 + $1 }.subscribe { heard($0) }
    sure.combineLatest(with: risky).map { $0 + $1 }.subscribe { heard($0) }
  }
  await run("combineLatest, statically", hears: "12 11 12") { heard in
    Signal.combineLatest(risky, sure).map { $0 + $1 }.subscribe { heard($0) }
    Signal.combineLatest(sure, risky).map { $0 + $1 }.subscribe { heard($0) }
  }
  await run("withLatestFrom a property", hears: "11 12 10 10") { heard in
    risky.withLatestFrom(sure) { $0 + $1 }.subscribe { heard($0) }
    risky.withLatestFrom(sure).subscribe { heard($0) }
  }
  await run("withLatestFrom what can fail", hears: "12 2") { heard in
    sure.withLatestFrom(risky) { $0 + $1 }.subscribe { heard($0) }
    sure.withLatestFrom(risky).subscribe { heard($0) }
  }
  await run("sample", hears: "1") { heard in
    let (numbers, taps) = (PublishSubject<Int, Fault>(), PublishSubject<Void, Never>())
    numbers.sample(taps).subscribe { heard($0) }
    numbers.send(1)
    taps.send()
  }
  await run("sample by what can fail", hears: "10 broken") { heard in
    let taps = PublishSubject<Void, Fault>()
    sure.sample(taps).subscribe(onNext: { heard($0) }, onError: { heard($0) })
    taps.send()
    taps.send(error: .broken)
  }
  await run("take until", hears: "1 |") { heard in
    let (numbers, taps) = (PublishSubject<Int, Fault>(), PublishSubject<Void, Never>())
    numbers.take(until: taps).subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
    numbers.send(1)
    taps.send()
  }
  await run("take until what can fail", hears: "10") { heard in
    let taps = PublishSubject<Void, Fault>()
    sure.take(until: taps).subscribe { heard($0) }
  }
  await run("skip until", hears: "2") { heard in
    let (numbers, taps) = (PublishSubject<Int, Fault>(), PublishSubject<Void, Never>())
    numbers.skip(until: taps).subscribe { heard($0) }
    numbers.send(1)
    taps.send()
    numbers.send(2)
  }
  await run("then, and a replacement", hears: "10 10") { heard in
    risky.then(sure).subscribe { heard($0) }
    risky.take(untilReplacement: sure).subscribe { heard($0) }
  }
}

func catching(_ run: Runner) async {
  await run("catch with a literal", hears: "1 0") { heard in
    let request = Signal<Int, Fault>([1]).concat(.fail(.broken))
    let safe: Signal<Int, Never> = request.catch { _ in .just(0) }
    safe.subscribe { heard($0) }
  }
  await run("catch with a literal, without types", hears: "0") { heard in
    let request = Signal<Int, Fault>.fail(.broken)
    request.catch { _ in .just(0) }.subscribe { heard($0) }
  }
  await run("catch with a property", hears: "7") { heard in
    let (request, cached) = (Signal<Int, Fault>.fail(.broken), Property(7))
    request.catch { _ in cached }.subscribe { heard($0) }
  }
  await run("catch with what can fail", hears: "late") { heard in
    let (request, backup) = (Signal<Int, Fault>.fail(.broken), Signal<Int, Fault>.fail(.late))
    request.catch { _ in backup }.subscribe(onError: { heard($0) })
  }
  await run("catch some errors", hears: "broken") { heard in
    let request = Signal<Int, Fault>.fail(.broken)
    let tried: Signal<Int, Fault> = request.catch { error in
      if error == .late { return .just(1) }
      return .fail(error)
    }
    tried.subscribe(onError: { heard($0) })
  }
  await run("replace the error", hears: "0") { heard in
    Signal<Int, Fault>.fail(.broken).replaceError(with: 0).subscribe { heard($0) }
  }
  await run("retry", hears: "1 1 broken") { heard in
    Signal<Int, Fault>([1]).concat(.fail(.broken)).retry(1).subscribe(onNext: { heard($0) }, onError: { heard($0) })
  }
  await run("retry when a trigger that cannot fail says so", hears: "1 1 1") { heard in
    let clock = TestScheduler()
    Signal<Int, Fault>([1]).concat(.fail(.broken)).retry(when: { $0.delay(.seconds(1), on: clock).take(2) })
      .subscribe { heard($0) }
    clock.advance(by: .seconds(3))
  }
  await run("attempt on what cannot fail", hears: "1 late") { heard in
    Signal([1, -1]).attempt { number throws(Fault) in if number < 0 { throw .late } }
      .subscribe(onNext: { heard($0) }, onError: { heard($0) })
  }
}
