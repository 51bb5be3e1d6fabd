import Switchboard

func deciding() {
  check([1, 2], gives: "true |", "contains") { $0.contains(2) }
  check([1, 2], gives: "false |", "contains, not") { $0.contains(3) }
  check([1, 2], gives: "true |", "contains(where:)") { $0.contains { $0 > 1 } }
  check([1, 2], gives: "false |", "allSatisfy, not") { $0.allSatisfy { $0 > 1 } }
  check([1, 2], gives: "true |", "allSatisfy") { $0.allSatisfy { $0 > 0 } }
  check([], gives: "true |", "isEmpty") { $0.isEmpty() }
  check([1], gives: "false |", "isEmpty, not") { $0.isEmpty() }
  check([1, 2], gives: "false true |", "not") { $0.map { $0 == 1 }.not() }
  check([], gives: "0 |", "ifEmpty(default:)") { $0.ifEmpty(default: 0) }
  check([1], gives: "1 |", "ifEmpty(default:), not") { $0.ifEmpty(default: 0) }
  check([], gives: "8 9 |", "ifEmpty(switchTo:)") { $0.ifEmpty(switchTo: Signal<Int, Fault>([8, 9])) }
  let (left, right) = (BehaviorSubject<Bool, Fault>(true), BehaviorSubject<Bool, Fault>(false))
  let (both, either) = (Recorder(left.and(right)), Recorder(left.or(right)))
  right.send(true)
  left.send(false)
  check(both.text, is: "false true false", "and")
  check(either.text, is: "true true true", "or")
}

func watching() {
  let notes = Log<String>()
  let watched = Signal<Int, Fault>([1]).do { notes.add("next \($0)") }.do(onError: { notes.add("error \($0)") })
    .do(onCompleted: { notes.add("completed") }).do(onSubscribe: { notes.add("begin") })
    .do(onTerminal: { notes.add("end") }).do(onDispose: { notes.add("disposed") })
  check(notes.entries, is: [], "nothing is noted without a subscription")
  check(watched, sends: "1 |", "observing operators do not change the events")
  check(
    notes.entries.sorted(), is: ["begin", "completed", "disposed", "end", "next 1"], "each of them is called once")
  let (all, subject) = (Log<String>(), PublishSubject<Int, Fault>())
  let handled = subject.do(
    onNext: { all.add("\($0)") }, onError: { all.add("\($0)") }, onCompleted: { all.add("completed") },
    onTerminal: { all.add("end") }, onSubscribe: { all.add("begin") }, onDispose: { all.add("disposed") })
  let recorder = Recorder(handled)
  subject.send(1)
  subject.send(error: .late)
  check(recorder.text, is: "1 Xlate", "do changes nothing")
  check(Set(all.entries), is: ["begin", "1", "late", "end", "disposed"], "do gets all events")
  check(all.entries.prefix(3), is: ["begin", "1", "late"], "in order")
}

func logging() {
  let lines = Log<String>()
  check([1, 2], gives: "1 2 |", "logEvents changes nothing") { $0.logEvents("numbers", to: { lines.add($0) }) }
  check(lines.entries.allSatisfy { $0.hasPrefix("[numbers] ") }, "each line begins with the name")
  check(lines.entries.count, is: 15, "three times two values, a beginning and two ends")
  let some = Log<String>()
  check([1, 2], gives: "1 2 |", "logEvents of some") { $0.logEvents("n", [.value, .error], to: { some.add($0) }) }
  check(some.entries.count, is: 6, "three times two values")
  let here = Log<String>()
  check(Signal<Int, Never>.just(1).logEvents(to: { here.add($0) }), sends: "1 |", "logEvents without a name")
  check(here.entries.allSatisfy { $0.contains("DecideAndWatch.swift") }, "has its line instead")
  let kinds: LoggedEvents = [.subscribed, .value, .error, .completed, .disposed]
  check(kinds == .all && LoggedEvents(rawValue: 2) == .value, "the kinds of lines are a set")
  check(Signal<Int, Never>.just(1).print("printed"), sends: "1 |", "print changes nothing")
  check(Signal<Int, Fault>.fail(.late).print(), sends: "Xlate", "print shows errors too")
}
