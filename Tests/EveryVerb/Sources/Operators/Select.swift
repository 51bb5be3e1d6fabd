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
  check([1, 2, 3], gives: "2 3 |", "take(last:)") { $0.take(last: 2) }
  check([1, 2, 3], gives: "1 2 |", "take(while:)") { $0.take(while: { $0 < 3 }) }
  check([1, 2, 3, 4], gives: "1 2 3 |", "take(while:)") { $0.take(while: { $0 < 3 }, inclusive: true) }
  check([1, 2, 3], gives: "2 3 |", "skip") { $0.skip(1) }
  check([1, 2, 3, 1], gives: "2 3 1 |", "skip(while:)") { $0.skip(while: { $0 < 2 }) }
  check([1, 2, 3], gives: "2 |", "element(at:)") { $0.element(at: 1) }
  check([1, 2, 3], gives: "2 |", "first(where:)") { $0.first { $0 > 1 } }
  check([1, 2, 3], gives: "2 |", "last(where:)") { $0.last { $0 < 3 } }
}

func selectingByOthers() {
  let (numbers, others) = (PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>())
  let words = PublishSubject<String, Never>()
  let recorders = [
    Recorder(numbers.take(until: words)), Recorder(numbers.skip(until: words)),
    Recorder(numbers.take(untilReplacement: others)), Recorder(numbers.sample(others)),
  ]
  numbers.send(1)
  words.send("now")
  numbers.send(2)
  others.send(10)
  numbers.send(3)
  others.send(20)
  check(
    recorders.map(\.text), is: ["1 |", "2 3", "1 2 10 20", "2 3"],
    "take(until:), skip(until:), take(untilReplacement:) and sample follow the other signal")
  others.sendCompleted()
  numbers.sendCompleted()
  check(recorders.map(\.text), is: ["1 |", "2 3 |", "1 2 10 20 |", "2 3 |"], "the operators end with their sources")
}
