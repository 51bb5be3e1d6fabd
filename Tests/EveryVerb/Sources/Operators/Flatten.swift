import Switchboard

private let strategies: [FlattenStrategy] = [.merge, .concat, .latest, .first, .merge(2)]

/// Checks every strategy with inner subjects that send after they have been subscribed to.
func flattening() {
  let outer = PublishSubject<Int, Fault>()
  let inner = (0..<3).map { _ in PublishSubject<String, Fault>() }
  let signals = inner.map(\.signal)
  let load: @Sendable (Int) -> Signal<String, Fault> = { signals[$0] }
  let expected = ["a b c |", "a |", "c |", "a |", "a b |"]
  let recorders = strategies.map { Recorder(outer.flatMap($0, load)) }
  let named = [
    Recorder(outer.flatMap { load($0) }), Recorder(outer.concatMap(load)), Recorder(outer.flatMapLatest(load)),
    Recorder(outer.flatMapFirst(load)), Recorder(outer.flatMap(.merge(2), load)),
  ]
  let flattened = strategies.map { Recorder(outer.map(load).flatten($0)) }
  let switched = Recorder(outer.map(load).switchToLatest())
  for number in inner.indices { outer.send(number) }
  for (subject, letter) in zip(inner, ["a", "b", "c"]) { subject.send(letter) }
  outer.sendCompleted()
  for subject in inner { subject.sendCompleted() }
  check(recorders.map(\.text), is: expected, "flatMap follows its strategy")
  check(named.map(\.text), is: expected, "each strategy has a separate operator")
  check(flattened.map(\.text), is: expected, "flatten follows its strategy")
  check(switched.text, is: "c |", "switchToLatest heeds the latest")
  check(FlattenStrategy.merge(2) == .merge(2) && FlattenStrategy.merge != .concat, "strategies are compared")
}

/// Checks every strategy with inner signals that send inside their subscription, and with a source that cannot fail.
func flatteningCold() {
  let twice: @Sendable (Int) -> Signal<Int, Fault> = { Signal([$0, 10 * $0]) }
  for strategy in strategies {
    check([1, 2], gives: "1 10 2 20 |", "flatMap of synchronous signals") { $0.flatMap(strategy, twice) }
    check([1, 2], gives: "1 10 2 20 |", "flatten of synchronous signals") { $0.map(twice).flatten(strategy) }
  }
  check([1, 2], gives: "1 10 2 20 |", "concatMap") { $0.concatMap(twice) }
  check([1, 2], gives: "1 10 2 20 |", "flatMapLatest") { $0.flatMapLatest(twice) }
  check([1, 2], gives: "1 10 2 20 |", "flatMapFirst") { $0.flatMapFirst(twice) }
  check([1, 2], gives: "1 10 2 20 |", "switchToLatest") { $0.map(twice).switchToLatest() }

  let numbers = Signal<Int, Never>([1, 2])
  let failing: @Sendable (Int) -> Signal<Int, Fault> = { $0 == 2 ? .fail(.late) : .just($0) }
  check(numbers.flatMap { failing($0) }, sends: "1 Xlate", "flatMap to signals that can fail")
  check(numbers.flatMap(.merge(4), failing), sends: "1 Xlate", "flatMap to signals that can fail, with a strategy")
  check(numbers.concatMap(failing), sends: "1 Xlate", "concatMap to signals that can fail")
  check(numbers.flatMapLatest(failing), sends: "1 Xlate", "flatMapLatest to signals that can fail")
  check(numbers.flatMapFirst(failing), sends: "1 Xlate", "flatMapFirst to signals that can fail")
}

func switching() {
  let (flags, numbers, others) = (
    PublishSubject<Bool, Never>(), BehaviorSubject<Int, Never>(1), BehaviorSubject<Int, Never>(2)
  )
  let words = PublishSubject<String, Never>()
  let chosen = Recorder(flags.ifThenElse(numbers, else: others))
  let switched = Recorder(words.switchTo(["a": numbers.signal, "b": others.signal], default: .just(0)))
  for flag in [true, false, true] { flags.send(flag) }
  for word in ["b", "c", "a"] { words.send(word) }
  numbers.send(3)
  others.send(4)
  check(chosen.text, is: "1 2 1 3", "ifThenElse listens to one of two")
  check(switched.text, is: "2 0 1 3", "switchTo listens to the one by its name")
}
