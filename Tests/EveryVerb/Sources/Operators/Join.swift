import Switchboard

private typealias Numbers = Signal<Int, Fault>

func joining() {
  let (numbers, others, words) = (
    PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>(), PublishSubject<String, Fault>()
  )
  let recorders: [(String, Recorder)] = [
    ("1 10 2 20 |", Recorder(Signal.merge(numbers, others))),
    ("1 10 2 20 |", Recorder(Signal.merge([numbers, others]))),
    ("1 10 2 20 |", Recorder(numbers.merge(with: others))),
    ("1 2 20 |", Recorder(numbers.concat(others))),
    ("20 |", Recorder(numbers.then(others))),
    ("11 12 22 |", Recorder(numbers.combineLatest(with: others).map { $0 + $1 })),
    ("11 22 |", Recorder(numbers.zip(with: others).map { $0 + $1 })),
    ("2a |", Recorder(numbers.withLatestFrom(words) { "\($0)\($1)" })),
    ("a |", Recorder(numbers.withLatestFrom(words))),
    ("1 2 |", Recorder(numbers.race(with: others))),
    ("1 2 |", Recorder(others.race(with: numbers))),
    ("0 1 2 |", Recorder(numbers.startWith(0))),
    ("1 2 8 9 |", Recorder(numbers.endWith(8, 9))),
  ]
  numbers.send(1)
  others.send(10)
  words.send("a")
  numbers.send(2)
  numbers.sendCompleted()
  others.send(20)
  others.sendCompleted()
  for (expected, recorder) in recorders { check(recorder.text, is: expected, "two signals joined give \(expected)") }
}

func joiningCold() {
  let (one, two) = (Numbers([1, 2]), Numbers([10, 20]))
  check(Signal.merge(one, two), sends: "1 2 10 20 |", "merge of synchronous signals")
  check(Signal.merge(one, two, Numbers.just(7)), sends: "1 2 10 20 7 |", "merge of three")
  check(one.concat(two), sends: "1 2 10 20 |", "concat of synchronous signals")
  check(one.then(two), sends: "10 20 |", "then of synchronous signals")
  check(one.zip(with: two).map { $0 + $1 }, sends: "11 22 |", "zip of synchronous signals")
  check(one.combineLatest(with: two).map { $0 + $1 }, sends: "12 22 |", "combineLatest of synchronous signals")
  check(one.race(with: two), sends: "1 2 |", "race of synchronous signals")
  check(Numbers.fail(.late).concat(two), sends: "Xlate", "concat of a failure")
  check(one.startWith(8, 9), sends: "8 9 1 2 |", "startWith several")
}

/// Checks the operators that join two to eight signals of different types, and arrays of signals.
func joiningMany() {
  let (a, b, c) = (Signal<Int, Fault>.just(1), Signal<String, Fault>.just("b"), Signal<Bool, Fault>.just(true))
  let (d, e, f) = (Signal<Double, Fault>.just(4.5), Signal<Character, Fault>.just("e"), Signal<[Int], Fault>.just([6]))
  let g = BehaviorSubject<Int?, Fault>(7)
  let h = g.take(1)
  check(Signal.combineLatest(a, b).map { "\($0)" }, sends: #"(1, "b") |"#, "the latest of two")
  check(Signal.combineLatest(a, b, c).map { "\($0)" }, sends: #"(1, "b", true) |"#, "the latest of three")
  check(Signal.combineLatest(a, b, c, d).map { "\($0)" }, sends: #"(1, "b", true, 4.5) |"#, "the latest of four")
  let five = Signal.combineLatest(a, b, c, d, e).map { "\($0)" }
  check(five, sends: #"(1, "b", true, 4.5, "e") |"#, "the latest of five")
  let six = Signal.combineLatest(a, b, c, d, e, f).map { "\($0)" }
  check(six, sends: #"(1, "b", true, 4.5, "e", [6]) |"#, "the latest of six")
  let seven = Signal.combineLatest(a, b, c, d, e, f, h).map { "\($0)" }
  check(seven, sends: #"(1, "b", true, 4.5, "e", [6], Optional(7)) |"#, "the latest of seven")
  let eight = Signal.combineLatest(a, b, c, d, e, f, h, a).map { "\($0)" }
  check(eight, sends: #"(1, "b", true, 4.5, "e", [6], Optional(7), 1) |"#, "the latest of eight")
  check(Signal.combineLatest([a, a.map { 2 * $0 }]), sends: "[1, 2] |", "the latest of many")

  check(Signal.zip(a, b).map { "\($0)" }, sends: #"(1, "b") |"#, "zip of two")
  check(Signal.zip(a, b, c).map { "\($0)" }, sends: #"(1, "b", true) |"#, "zip of three")
  check(Signal.zip(a, b, c, d).map { "\($0)" }, sends: #"(1, "b", true, 4.5) |"#, "zip of four")
  let five5 = Signal.zip(a, b, c, d, e).map { "\($0)" }
  check(five5, sends: #"(1, "b", true, 4.5, "e") |"#, "zip of five")
  let six6 = Signal.zip(a, b, c, d, e, f).map { "\($0)" }
  check(six6, sends: #"(1, "b", true, 4.5, "e", [6]) |"#, "zip of six")
  let seven7 = Signal.zip(a, b, c, d, e, f, h).map { "\($0)" }
  check(seven7, sends: #"(1, "b", true, 4.5, "e", [6], Optional(7)) |"#, "zip of seven")
  let eight8 = Signal.zip(a, b, c, d, e, f, h, a).map { "\($0)" }
  check(eight8, sends: #"(1, "b", true, 4.5, "e", [6], Optional(7), 1) |"#, "zip of eight")
  check(Signal.zip([a, a.map { 2 * $0 }]), sends: "[1, 2] |", "zip of many")
}
