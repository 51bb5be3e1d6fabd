import Switchboard
import Synchronization

private final class Owner: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let heard = Log<Int>()
}

private final class Plain: Sendable {
  let heard = Log<Int>()
}

/// Checks every way to subscribe, to a subject and to a signal with operators.
func subscribing() {
  let (subject, heard, bag) = (PublishSubject<Int, Fault>(), Log<String>(), CompositeDisposable())
  let doubled = subject.map { 2 * $0 }
  doubled.subscribe { heard.add("next \($0)") }
  doubled.subscribe(
    onNext: { heard.add("closure \($0)") }, onError: { heard.add("closure \($0)") },
    onCompleted: { heard.add("closure completed") })
  let bagged = doubled.subscribe(into: bag, onNext: { heard.add("bag \($0)") }, onError: { heard.add("bag \($0)") })
  check(bag.count, is: 1, "the bag has it")
  subject.send(1)
  check(heard.entries, is: ["next 2", "closure 2", "bag 2"], "all subscribers get the value, in order")
  bag.dispose()
  check(bagged.isDisposed, "the bag ends it")
  subject.send(error: .broken)
  check(heard.entries.suffix(1), is: ["closure broken"], "a remaining subscriber with an error handler gets the error")
}

func subscribingToAllEvents() {
  let (subject, heard, bag, owner) = (PublishSubject<Int, Fault>(), Log<String>(), CompositeDisposable(), Owner())
  subject.subscribeEvents { heard.add("\($0)") }
  subject.map { 2 * $0 }.subscribeEvents(into: bag) { heard.add("bag \($0)") }
  subject.subscribeEvents(owner: owner) { _, event in heard.add("owner \(event)") }
  subject.send(1)
  check(heard.entries, is: ["value(1)", "bag value(2)", "owner value(1)"], "one handler gets the values")
  bag.dispose()
  subject.send(error: .broken)
  check(heard.entries.suffix(2), is: ["error(broken)", "owner error(broken)"], "and the terminal event")
}

func subscribingWithOwners() {
  let subject = PublishSubject<Int, Fault>()
  let ends = Log<String>()
  let (swept, other) = (Log<Int>(), Log<Int>())
  var owner: Owner? = Owner()
  var plain: Plain? = Plain()
  if let owner, let plain {
    subject.subscribe(owner: owner) { $0.heard.add($1) }
    subject.map { 10 * $0 }.subscribe(
      owner: owner, onNext: { $0.heard.add($1) }, onError: { _, error in ends.add("\(error)") },
      onCompleted: { _ in ends.add("completed") })
    subject.subscribe(owner: plain) { owner, value in
      owner.heard.add(value)
      swept.add(value)
    }
    subject.skip(0).subscribe(owner: plain) { _, value in other.add(value) }
    subject.send(1)
    check(owner.heard.entries, is: [1, 10], "an owner gets the values while it lives")
    check(plain.heard.entries, is: [1], "an owner without a lifetime too")
  }
  (owner, plain) = (nil, nil)
  subject.send(2)
  check(swept.entries, is: [1], "no handler is called for a deallocated owner")
  check(other.entries, is: [1], "behind an operator neither")
  let last = Owner()
  let ended = subject.subscribe(
    owner: last, onNext: { _, _ in }, onError: { _, error in ends.add("\(error)") }, onCompleted: { _ in })
  subject.send(error: .late)
  check(ends.entries, is: ["late"], "only a living owner gets the end")
  check(ended.isDisposed, "after the end the subscription of the owner is over")
}

@MainActor
func subscribingOnMainActor() {
  let (subject, heard) = (PublishSubject<Int, Fault>(), Log<String>())
  subject.subscribe(on: MainActor.self) { value in
    MainActor.assertIsolated()
    heard.add("\(value)")
  }
  subject.map { -$0 }.subscribe(
    on: MainActor.self, onNext: { heard.add("\($0)") }, onError: { heard.add("\($0)") },
    onCompleted: { heard.add("completed") })
  subject.send(1)
  subject.send(error: .broken)
  check(heard.entries, is: ["1", "-1", "broken"], "an event sent on the main actor is handled during the call")
}

/// Checks that values sent outside of the main actor are handed over to it.
func subscribingFromElsewhere() async {
  let (subject, heard, gate) = (PublishSubject<Int, Never>(), Log<Int>(), Gate())
  let subscription = subject.subscribe(on: MainActor.self) { value in
    MainActor.assertIsolated()
    heard.add(value)
    if value == 3 { gate.open() }
  }
  for number in 1...3 { subject.send(number) }
  await gate.pass()
  check(heard.entries, is: [1, 2, 3], "values reach the main actor in order")
  subscription.dispose()
}

func observers() {
  let heard = Log<String>()
  let observer = Observer<Int, Fault>(
    onNext: { heard.add("\($0)") }, onError: { heard.add("\($0)") }, onCompleted: { heard.add("completed") })
  let (first, second) = (PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>())
  first.subscribe(observer)
  second.map { 10 * $0 }.subscribe(observer)
  first.send(1)
  second.send(1)
  observer.send(5)
  observer.send(.value(6))
  let upstream = ActionDisposable {}
  observer.add(upstream: upstream)
  check(!observer.isDisposed, "an observer lasts until its end")
  second.sendCompleted()
  observer.send(7)
  observer.send(error: .broken)
  check(heard.entries, is: ["1", "10", "5", "6", "completed"], "several signals feed it, one ends it")
  check(observer.isDisposed, "it has ended")
  check(upstream.isDisposed, "the subscription that feeds the observer has ended too")
  check(first.census.count, is: 0, "the other signal has no subscriptions")

  let failing = Observer<Int, Fault>(onNext: { _ in }, onError: { heard.add("\($0)") })
  failing.send(error: .late)
  let disposed = Observer<Int, Never>(onNext: { heard.add("\($0)") }, onCompleted: { heard.add("no") })
  CompositeDisposable([disposed]).dispose()
  disposed.send(1)
  disposed.sendCompleted()
  check(heard.entries.suffix(2), is: ["completed", "late"], "a disposed observer gets nothing")

  let into = PublishSubject<Int, Fault>()
  let recorder = Recorder(into)
  Signal<Int, Fault>([1, 2]).subscribe(into)
  check(recorder.text, is: "1 2 |", "a signal feeds a subject")
}
