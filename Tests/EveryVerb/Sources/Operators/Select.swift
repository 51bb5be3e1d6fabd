import Switchboard

func selecting() {
  check([1, 2, 3], gives: "2 3 |", "filter") { $0.filter { $0 > 1 } }
  check([1, 2, 1], gives: "2 |", "ignore") { $0.ignore(1) }
  check([1, 2], gives: "|", "ignoreValues") { $0.ignoreValues() }
  check([1, 1, 2, 1], gives: "1 2 1 |", "distinctUntilChanged") { $0.distinctUntilChanged() }
  check([1, 3, 2], gives: "1 2 |", "distinctUntilChanged(by:)") { $0.distinctUntilChanged { $0 % 2 == $1 % 2 } }
  check([1, 1, 2, 1], gives: "1 2 |", "distinct") { $0.distinct() }
  check([1, 3, 2, 4], gives: "1 2 |", "distinct(by:)") { $0.distinct { $0 % 2 } }
  check([1, 2, 3], gives: "1 2 |", "take") { $0.take(2) }
  check([1, 2, 3], gives: "|", "take none") { $0.take(0) }
  check([1, 2, 3], gives: "2 3 |", "takeLast") { $0.takeLast(2) }
  check([1, 2, 3], gives: "1 2 |", "takeWhile") { $0.takeWhile { $0 < 3 } }
  check([1, 2, 3, 4], gives: "1 2 3 |", "takeWhile(inclusive:)") { $0.takeWhile(inclusive: true) { $0 < 3 } }
  check([1, 2, 3], gives: "2 3 |", "skip") { $0.skip(1) }
  check([1, 2, 3, 1], gives: "2 3 1 |", "skipWhile") { $0.skipWhile { $0 < 2 } }
  check([1, 2, 3], gives: "2 |", "elementAt") { $0.elementAt(1) }
  check([1, 2, 3], gives: "2 |", "first(where:)") { $0.first { $0 > 1 } }
  check([1, 2, 3], gives: "2 |", "last(where:)") { $0.last { $0 < 3 } }
}

func selectingByOthers() {
  let (numbers, others) = (PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>())
  let words = PublishSubject<String, Never>()
  let recorders = [
    Recorder(numbers.takeUntil(words)), Recorder(numbers.skipUntil(words)),
    Recorder(numbers.takeUntilReplacement(others)), Recorder(numbers.sample(on: others)),
  ]
  numbers.send(1)
  words.send("now")
  numbers.send(2)
  others.send(10)
  numbers.send(3)
  others.send(20)
  check(
    recorders.map(\.text), is: ["1 |", "2 3", "1 2 10 20", "2 3"],
    "takeUntil, skipUntil, takeUntilReplacement and sample heed what another signal sends")
  others.sendCompleted()
  numbers.sendCompleted()
  check(recorders.map(\.text), is: ["1 |", "2 3 |", "1 2 10 20 |", "2 3 |"], "and end when they should")
}
