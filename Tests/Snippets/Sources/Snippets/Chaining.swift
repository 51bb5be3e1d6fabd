import Switchboard

/// Long chains: eight operators, which mix joins, inner signals and literals.
func chaining(_ run: Runner) async {
  let numbers = Signal([1, 2, 3])
  let words = Signal(["a", "bb"])
  let risky = Signal<Int, Fault>([1, 2, 3])
  let factor = Property(10)
  let offset = Signal([1, 2, 3])

  await run("eight: literals", hears: "6 1 2 3 4 5") { heard in
    numbers.concat(.just(4)).merge(with: .just(5)).concat(.empty()).startWith(6).take(until: .never())
      .filter { $0 > 0 }.distinctUntilChanged().take(10).subscribe { heard($0) }
  }
  await run("eight: joins and literals", hears: "20 30") { heard in
    numbers.filter { $0 > 1 }.withLatestFrom(factor) { $0 * $1 }.merge(with: .empty()).concat(.empty())
      .map { "\($0)" }.startWith("10").skip(1).take(until: .never()).subscribe { heard($0) }
  }
  await run("eight: inner signals", hears: "1 2 0") { heard in
    let lengths = words.flatMap(load)
    lengths.concat(.just(0)).withLatestFrom(factor) { number, _ in number }.merge(with: .empty())
      .catch { _ in .just(-1) }.distinctUntilChanged().filter { $0 < 5 }.take(3).subscribe { heard($0) }
  }
  await run("eight: what can fail and what cannot", hears: "11 12 13 10") { heard in
    risky.withLatestFrom(factor) { $0 + $1 }.concat(factor).flatMap { .just($0) }.merge(with: .empty())
      .mapError { _ in Fault.late }.retry(1).distinctUntilChanged().replaceError(with: 0).subscribe { heard($0) }
  }
  await run("eight: properties inside", hears: "10 10 10") { heard in
    risky.flatMap { _ in factor }.flatMap { number in .just(number) }.merge(with: .empty()).concat(.empty())
      .map { "\($0)" }.catch { _ in .just("none") }.do { _ in }.take(3).subscribe { heard($0) }
  }
  await run("eight: zips", hears: "[2, 4] [6]") { heard in
    numbers.zip(with: offset).map { $0 + $1 }.filter { $0 > 0 }.concat(.empty()).merge(with: .never())
      .buffer(count: 2).startWith([]).skip(1).subscribe { heard($0) }
    numbers.zip(with: offset).map { $0 + $1 }.skip(2).toArray().subscribe { heard($0) }
  }
  await run("eight: inner chains", hears: "1 0 2 0") { heard in
    let inner = { @Sendable word in load(word).catch { _ in .never() }.concat(.just(0)) }
    words.flatMap(.concat, inner).filter { $0 >= 0 }
      .withLatestFrom(factor) { number, _ in number }.map { "\($0)" }.merge(with: .empty()).take(4)
      .subscribe { heard($0) }
  }
}
