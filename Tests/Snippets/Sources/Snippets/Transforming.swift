import Switchboard

nonisolated struct Person: Sendable {
  var id: Int
  var name: String
}

func transforming(_ run: Runner) async {
  await run("map, filter", hears: "20 30") { heard in
    let numbers = Signal([1, 2, 3])
    numbers.filter { $0 > 1 }.map { $0 * 10 }.subscribe { heard($0) }
  }
  await run("map by a key path", hears: "Ann") { heard in
    Signal([Person(id: 1, name: "Ann")]).map(\.name).subscribe { heard($0) }
  }
  await run("compactMap by an initialiser", hears: "1 2") { heard in
    Signal(["1", "a", "2"]).compactMap { Int($0) }.subscribe { heard($0) }
  }
  await run("scan", hears: "1 3 6") { heard in
    Signal([1, 2, 3]).scan(0) { $0 + $1 }.subscribe { heard($0) }
  }
  await run("scan by an operator", hears: "1 3 6") { heard in
    Signal([1, 2, 3]).scan(0, +).subscribe { heard($0) }
  }
  await run("scan into an array", hears: "[1] [1, 2]") { heard in
    Signal([1, 2]).scan(into: [Int]()) { $0.append($1) }.subscribe { heard($0) }
  }
  await run("reduce", hears: "6") { heard in
    Signal([1, 2, 3]).reduce(0, +).subscribe { heard($0) }
  }
  await run("distinct until changed", hears: "1 2 1") { heard in
    Signal([1, 1, 2, 1]).distinctUntilChanged().subscribe { heard($0) }
  }
  await run("distinct until a key changes", hears: "Ann Bob") { heard in
    let people = [Person(id: 1, name: "Ann"), Person(id: 1, name: "Anne"), Person(id: 2, name: "Bob")]
    Signal(people).distinctUntilChanged(by: \.id).map(\.name).subscribe { heard($0) }
  }
  await run("distinct until a comparison fails", hears: "1 4") { heard in
    let numbers = Signal([1, 2, 4])
    numbers.distinctUntilChanged(by: { $1 - $0 < 2 }).subscribe { heard($0) }
  }
  await run("distinct by a key", hears: "Ann Bob") { heard in
    let people = [Person(id: 1, name: "Ann"), Person(id: 2, name: "Bob"), Person(id: 1, name: "Anne")]
    Signal(people).distinct(by: \.id).map(\.name).subscribe { heard($0) }
  }
  await run("take and skip", hears: "2 3") { heard in
    Signal(1...).skip(1).take(2).subscribe { heard($0) }
  }
  await run("numbered", hears: "0a 1b") { heard in
    Signal(["a", "b"]).enumerated().map { "\($0.index)\($0.value)" }.subscribe { heard($0) }
  }
  await run("a function that throws its own error", hears: "1 broken") { heard in
    Signal(["1", "a"]).tryMap(parse).subscribe(onNext: { heard($0) }, onError: { heard($0) })
  }
  await run("a closure that throws its own error", hears: "1 broken") { heard in
    Signal(["1", "a"]).tryMap { word throws(Fault) in try parse(word) }
      .subscribe(onNext: { heard($0) }, onError: { heard($0) })
  }
  await run("a closure that throws any error", hears: "1 broken") { heard in
    Signal(["1", "a"]).tryMap { try parseAnyhow($0) }.subscribe(onNext: { heard($0) }, onError: { heard($0) })
  }
  await run("pairwise", hears: "1 2") { heard in
    Signal([1, 2, 4]).pairwise().map { $0.current - $0.previous }.subscribe { heard($0) }
  }
  await run("the first value, as a signal", hears: "1 |") { heard in
    Signal([1, 2]).take(1).subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
  }
  await run("the first value that fits", hears: "2") { heard in
    Signal([1, 2, 3]).first { $0 > 1 }.subscribe { heard($0) }
  }
}
