import Switchboard

func publishSubjects() {
  let subject = PublishSubject<Int, Fault>(name: "numbers")
  let (recorder, signalled, first) = (Recorder(subject), Recorder(subject.signal), Log<Int>())
  let subscription = subject.subscribe { first.add($0) }
  check(subject.census.count, is: 3, "three are subscribed")
  check(subject.census.capacity >= 3, "there is room for three")
  subject.send(1)
  subscription.dispose()
  subject.send(.value(2))
  subject.send(error: .broken)
  subject.sendCompleted()
  check(recorder.text, is: "1 2 Xbroken", "a subject sends values and its first end")
  check(signalled.text, is: "1 2 Xbroken", "its signal sends the same")
  check(first.entries, is: [1], "a disposed subscriber gets nothing more")
  check(subscription.isDisposed, "a subscription that was disposed says so")
  check(subject.census.count, is: 0, "the subject has no subscribers after the end")
  check(subject, sends: "Xbroken", "a late subscriber gets the end")

  let waited = PublishSubject<Int, Never>()
  let waitable = waited.subscribeWaitable { first.add($0) }
  waited.send(7)
  waitable.disposeAndWait()
  check(first.entries, is: [1, 7], "a waitable subscription gets values until it is disposed")
  let census: Census = waited.census
  check(census == waited.census && census.count == 0, "the waited subscription is removed")
}

func subjectEndings() {
  let (ends, bag) = (Log<String>(), CompositeDisposable())
  let subject = PublishSubject<Int, Fault>()
  subject.subscribe(
    onNext: { ends.add("\($0)") }, onError: { ends.add("\($0)") }, onCompleted: { ends.add("completed") })
  subject.subscribe(into: bag, onNext: { ends.add("bag \($0)") }, onCompleted: { ends.add("bag completed") })
  check(bag.count, is: 1, "the bag has the subscription")
  let upstream = ActionDisposable {}
  subject.add(upstream: upstream)
  subject.send(.value(1))
  check(!upstream.isDisposed, "a subscription that feeds a subject lasts as long as the subject")
  subject.send(.completed)
  check(
    ends.entries, is: ["1", "bag 1", "completed", "bag completed"], "both subscribers get the completion, in order")
  check(upstream.isDisposed, "a subscription that feeds a subject ends with the subject")

  let nested = PublishSubject<Int, Never>()
  let seen = Log<String>()
  nested.subscribe { [weak nested] value in
    if value == 1 { nested?.send(2) }
    seen.add("a\(value)")
  }
  nested.subscribe { seen.add("b\($0)") }
  nested.send(1)
  check(seen.entries, is: ["a1", "b1", "a2", "b2"], "a send inside a handler waits for its turn")
}

func replaySubjects() {
  let all = ReplaySubject<Int, Fault>(name: "all")
  let (two, none) = (ReplaySubject<Int, Fault>(capacity: 2), ReplaySubject<Int, Fault>(capacity: 0))
  let three = ReplaySubject<Int, Fault>()
  let subjects = [all, two, none, three]
  let upstream = ActionDisposable {}
  for subject in subjects {
    subject.add(upstream: upstream)
    for number in 1...3 { subject.send(number) }
  }
  check(
    subjects.map { Recorder($0).text }, is: ["1 2 3", "2 3", "", "1 2 3"],
    "each subject replays the values that it keeps")
  let early = Recorder(two.signal)
  check(two.census.count >= 1, "one is subscribed")
  two.send(error: .late)
  three.sendCompleted()
  all.send(.completed)
  check(early.text, is: "2 3 Xlate", "an early subscriber gets the replay and the end")
  check(
    subjects.map { Recorder($0).text }, is: ["1 2 3 |", "2 3 Xlate", "", "1 2 3 |"],
    "a late subscriber gets the replay and the end")
  check(upstream.isDisposed, "a subscription that feeds a replay subject ends with the subject")
}

func behaviorSubjects() {
  let subject = BehaviorSubject<Int, Fault>(1, name: "level")
  let (recorder, upstream) = (Recorder(subject), ActionDisposable {})
  subject.add(upstream: upstream)
  subject.send(2)
  check(subject.value, is: 2, "the last value is the current one")
  check(subject.census.count, is: 1, "one is subscribed")
  check(subject.signal, sends: "2", "newcomers get it first")
  subject.sendCompleted()
  check(recorder.text, is: "1 2 |", "a present subscriber gets all events")
  check(subject, sends: "2 |", "a late subscriber gets the last value and the end")
  check(upstream.isDisposed, "a subscription that feeds a behavior subject ends with the subject")
  let failing = BehaviorSubject<String, Fault>("a")
  failing.send(error: .broken)
  check(failing, sends: "a Xbroken", "an error is kept, and the value before it")
  check(failing.value, is: "a", "a failed behavior subject has its last value")
}
