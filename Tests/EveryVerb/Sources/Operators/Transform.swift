import Switchboard

private final class Greeter: Sendable {
  func greet(_ number: Int) -> String { "hello \(number)" }
}

func transforming() {
  check([1, 2, 3], gives: "10 20 30 |", "map") { $0.map { 10 * $0 } }
  check([1, 2], gives: "tick tick |", "mapTo") { $0.mapTo("tick") }
  check([1, 2, 3, 4], gives: "20 40 |", "compactMap") { $0.compactMap { $0.isMultiple(of: 2) ? 10 * $0 : nil } }
  check([1, 2, 3], gives: "1 Xbroken", "tryMap") {
    $0.tryMap { number throws(Fault) in
      if number == 2 { throw .broken }
      return "\(number)"
    }
  }
  check([5, 6], gives: "0:5 1:6 |", "enumerated") { $0.enumerated().map { "\($0.index):\($0.value)" } }
  check([1, 2, 3], gives: "1 3 6 |", "scan") { $0.scan(0, +) }
  check([1, 3, 6], gives: "2 3 |", "pairwise") { $0.pairwise().map { $0.current - $0.previous } }
  check([1, 3, 6], gives: "1 2 3 |", "combinePrevious") { $0.combinePrevious(0).map { $0.current - $0.previous } }
  check([1, 2, 3], gives: "16 |", "reduce") { $0.reduce(10, +) }
  check([1, 2], gives: "-1-2 |", "reduce(into:)") { $0.reduce(into: "") { $0 += "-\($1)" } }
  check([1, 2], gives: "[1, 2] |", "toArray") { $0.toArray() }
  check([1, 2, 3], gives: "[1, 2] [3] |", "buffer(count:)") { $0.buffer(count: 2) }
  check([1, 2, 3, 4, 5], gives: "3 7 5 |", "window(count:)") { $0.window(count: 2).flatMap { $0.reduce(0, +) } }
  check([1, 2, 3, 4], gives: "1:1 0:2 1:3 0:4 |", "groupBy") {
    $0.groupBy { $0 % 2 }.flatMap { group in group.signal.map { "\(group.key):\($0)" } }
  }
  check([1, 2, 3, 5], gives: "1:1 0:2 1:3 1:5 |", "groupBy(until:)") {
    $0.groupBy({ $0 % 2 }, until: { $0.skip(1) }).flatMap { group in group.signal.map { "\(group.key):\($0)" } }
  }
  check([1, 2, 3, 5], gives: "1:1 0:2 1:3 1:5 |", "groupBy(whileObserved:)") {
    $0.groupBy({ $0 % 2 }, whileObserved: true).flatMap { group in group.take(1).map { "\(group.key):\($0)" } }
  }
  check([1, 2, 3], gives: "[1, 2, 3] |", "buffer(until:)") { $0.buffer(until: Signal<Int, Never>.never()) }
  check([1, 2, 3], gives: "1 2 3 |", "window(until:)") { $0.window(until: Signal<Int, Never>.never()).flatten() }
  check([1, 2, 3, 4], gives: "1 2 3 4 |", "groupBy and flatten") { $0.groupBy { $0 % 2 }.flatten() }
  check([1, 2], gives: "value(1) value(2) completed |", "materialize") {
    $0.materialize().setFailureType(to: Fault.self)
  }
  check([1, 2], gives: "1 2 |", "dematerialize") { $0.materialize().dematerialize() }
  let failing = Signal<Int, Fault>.fail(.late)
  check(failing.materialize(), sends: "error(late) |", "materialize makes a value of an error")
  let again: Signal<Int, Fault> = failing.materialize().dematerialize()
  check(again, sends: "Xlate", "dematerialize makes an error of it")
}

func withoutRetaining() {
  let numbers = PublishSubject<Int, Fault>()
  var greeter: Greeter? = Greeter()
  guard let alive = greeter else { return }
  let (greeted, paired) = (
    Recorder(numbers.withUnretained(alive) { $0.greet($1) }),
    Recorder(numbers.withUnretained(alive).map { $0.greet($1) })
  )
  sendOne(numbers)
  check(greeted.text, is: "hello 1", "withUnretained hands the object over")
  check(paired.text, is: "hello 1", "as one of a pair too")
  check([1, 2], gives: "hello 1 hello 2 |", "withUnretained") { [alive] in $0.withUnretained(alive) { $0.greet($1) } }
  withExtendedLifetime(alive) {}
  greeter = nil
}

/// Sends 1. Not inlined, so that the optimiser does not know which objects are alive.
@inline(never)
private func sendOne(_ numbers: PublishSubject<Int, Fault>) { numbers.send(1) }

/// Checks that the signal completes after the object is deallocated.
func withoutObject() {
  let numbers = PublishSubject<Int, Fault>()
  let recorder = subscribedForAWhile(numbers)
  numbers.send(2)
  check(recorder.text, is: "hello 1 |", "withUnretained completes when the object is deallocated")
}

@inline(never)
private func subscribedForAWhile(_ numbers: PublishSubject<Int, Fault>) -> Recorder {
  let greeter = Greeter()
  let recorder = Recorder(numbers.withUnretained(greeter) { $0.greet($1) })
  numbers.send(1)
  withExtendedLifetime(greeter) {}
  return recorder
}
