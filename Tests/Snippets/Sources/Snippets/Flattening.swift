import Switchboard

nonisolated func load(_ word: String) -> Signal<Int, Fault> { .just(word.count) }
nonisolated func measure(_ word: String) -> Signal<Int, Never> { .just(word.count) }

func flattening(_ run: Runner) async {
  let words = Signal(["a", "bb"])

  await run("flatMap to a literal", hears: "1 1") { heard in
    words.flatMap { _ in .just(1) }.subscribe { heard($0) }
  }
  await run("flatMap to a literal of the value", hears: "1 2") { heard in
    words.flatMap { .just($0.count) }.subscribe { heard($0) }
  }
  await run("flatMap to a literal, on what can fail", hears: "1") { heard in
    Signal<Int, Fault>([7]).flatMap { _ in .just(1) }.subscribe { heard($0) }
  }
  await run("flatMap by a function", hears: "1 2") { heard in
    words.flatMap(measure).subscribe { heard($0) }
  }
  await run("flatMap by a function that can fail", hears: "1 2") { heard in
    words.flatMap(load).subscribe { heard($0) }
  }
  await run("flatMapLatest by a function", hears: "1 2") { heard in
    words.flatMapLatest(load).subscribe { heard($0) }
  }
  await run("flatMap to a subject", hears: "5") { heard in
    let numbers = PublishSubject<Int, Never>()
    words.take(1).flatMap { _ in numbers }.subscribe { heard($0) }
    numbers.send(5)
  }
  await run("flatMapLatest to a property", hears: "1 1 2") { heard in
    let count = Property(1)
    words.flatMapLatest { _ in count }.subscribe { heard($0) }
    count.value = 2
  }
  await run("flatMap to a property, on what can fail", hears: "1") { heard in
    let count = Property(1)
    Signal<Int, Fault>([7]).flatMap { _ in count }.subscribe { heard($0) }
  }
  await run("flatMap to what can fail", hears: "broken") { heard in
    words.flatMap { _ in Signal<Int, Fault>.fail(.broken) }.subscribe(onError: { heard($0) })
  }
  await run("flatMap with several statements", hears: "0 1 2") { heard in
    Signal(["", "a", "bb"]).flatMap { word in
      if word.isEmpty { return Signal<Int, Fault>.just(0) }
      return load(word)
    }
    .subscribe { heard($0) }
  }
  await run("flatMap to a subject, with several statements", hears: "a 3") { heard in
    let count = Property(3)
    words.take(1).flatMap { word in
      heard(word)
      return count
    }
    .subscribe { heard($0) }
  }
  await run("flatMap to an execution", hears: "2") { heard in
    let command = Command<String, Int, Fault> { load($0) }
    Signal(["bb"]).flatMap { command.execute($0) }.subscribe { heard($0) }
  }
  await run("flatMap with a strategy", hears: "1 2") { heard in
    words.flatMap(.concat) { load($0) }.subscribe { heard($0) }
  }
  await run("concatMap to a property that is taken once", hears: "3 3") { heard in
    let count = Property(3)
    words.concatMap { _ in count.take(1) }.subscribe { heard($0) }
  }
  await run("flatMapFirst", hears: "1") { heard in
    let numbers = PublishSubject<Int, Never>()
    words.flatMapFirst { _ in numbers }.subscribe { heard($0) }
    numbers.send(1)
  }
  await run("switch to the latest that can fail", hears: "1 2") { heard in
    words.map { load($0) }.switchToLatest().subscribe { heard($0) }
  }
  await run("switch to the latest that cannot fail", hears: "1 2") { heard in
    Signal<String, Fault>(["a", "bb"]).map { measure($0) }.switchToLatest().subscribe { heard($0) }
  }
  await run("flatten", hears: "1 2") { heard in
    words.map { load($0) }.flatten(.concat).subscribe { heard($0) }
  }
  await run("flatten subjects", hears: "4") { heard in
    let numbers = PublishSubject<Int, Never>()
    Signal([numbers]).flatten().subscribe { heard($0) }
    numbers.send(4)
  }
}
