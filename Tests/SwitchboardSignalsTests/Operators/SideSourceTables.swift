import Switchboard
import SwitchboardTestSupport
import Testing

/// Tables of operators with a second source that decides. A step `(0, event)` is an event of the source, and a step
/// `(1, event)` an event of the second source.
@Suite("Operators with a second source: tables")
struct SideSourceTables {
  @Test(
    "withLatestFrom",
    arguments: [
      Script(
        "nothing before the other has sent", [(0, 1), (1, 5), (0, 2), (1, 6), (1, 7), (0, 3)],
        [.value("2,5"), .value("3,7")]),
      Script("the other completes", [(1, 5), (1, .completed), (0, 1)], [.value("1,5")]),
      Script("the other fails", [(1, .error(.second)), (0, 1)], [.error(.second)]),
      Script("completes with the source", [(1, 5), (0, .completed), (1, 6)], [.completed]),
      Script("the source fails", [(0, .error(.first))], [.error(.first)]),
    ])
  func withLatestFrom(script: Script) {
    script.check { $0[0].withLatestFrom($0[1]) { "\($0),\($1)" } }
  }

  @Test(
    "sample",
    arguments: [
      Script(
        "the latest, when asked", [(1, 0), (0, 1), (0, 2), (1, 0), (1, 0), (0, 3), (1, 0)],
        [.value("2"), .value("2"), .value("3")]),
      Script("the sampler completes", [(0, 1), (1, .completed)], [.completed]),
      Script("the source completes", [(0, 1), (0, .completed)], [.completed]),
      Script("the sampler fails", [(1, .error(.second))], [.error(.second)]),
    ])
  func sample(script: Script) { script.check { $0[0].sample($0[1]).map { "\($0)" } } }

  @Test(
    "skip(until:)",
    arguments: [
      Script("a value opens", [(0, 1), (1, 0), (0, 2), (1, .error(.first)), (0, 3)], [.value("2"), .value("3")]),
      Script("completion opens", [(0, 1), (1, .completed), (0, 2), (0, .completed)], [.value("2"), .completed]),
      Script("an error never does", [(1, .error(.first)), (0, 2), (0, .completed)], [.completed]),
      Script("the source ends first", [(0, .error(.first))], [.error(.first)]),
    ])
  func skipUntil(script: Script) { script.check { $0[0].skip(until: $0[1]).map { "\($0)" } } }

  @Test("R10: the trigger of skip(until:) does not keep the subscription to a source that drops its subscriber")
  func skipUntilReleases() {
    let trigger = PublishSubject<Int, Never>()
    Signal<Int, Never>.never().skip(until: trigger).subscribe { _ in }
    #expect(trigger.census.count == 0)
  }

  @Test(
    "take(untilReplacement:)",
    arguments: [
      Script(
        "replaced", [(0, 1), (1, 5), (0, 2), (1, 6), (1, .completed)],
        [.value("1"), .value("5"), .value("6"), .completed]),
      Script("the source's completion does not count", [(0, .completed), (1, 5)], [.value("5")]),
      Script("the source's error does", [(0, .error(.first)), (1, 5)], [.error(.first)]),
      Script(
        "the source's error does not count after the replacement", [(1, 5), (0, .error(.first)), (1, 6)],
        [.value("5"), .value("6")]),
      Script("the replacement is empty", [(0, 1), (1, .completed)], [.value("1"), .completed]),
    ])
  func takeUntilReplacement(script: Script) { script.check { $0[0].take(untilReplacement: $0[1]).map { "\($0)" } } }

  @Test("take(untilReplacement:): a synchronous replacement, and the deallocation of either source")
  func replacementEdges() {
    let starts = Counter()
    let source = Signal<Int, Fault>.never().do(onSubscribe: { starts.increment() })
    #expect(Recorder(source.take(untilReplacement: Signal<Int, Fault>.just(1))).events == [1, .completed])
    #expect(starts.value == 0)
    let original = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    let replacement = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    let recorder = Recorder(original.current!.take(untilReplacement: replacement.current!))
    replacement.set(nil)
    original.current?.send(1)
    #expect(recorder.events == [1] && !recorder.isDisposed)
    original.set(nil)
    #expect(recorder.events == [1] && recorder.isDisposed)
  }

  @Test(
    "race",
    arguments: [
      Script("the first to send", [(1, 1), (0, 2), (1, 3), (1, .completed)], [.value("1"), .value("3"), .completed]),
      Script("completion wins too", [(0, .completed), (1, 1)], [.completed]),
      Script("an error too", [(1, .error(.second)), (0, 1)], [.error(.second)]),
    ])
  func race(script: Script) { script.check { $0[0].race(with: $0[1]).map { "\($0)" } } }

  @Test("race: an end wins, although the disposal of its source makes the other source send")
  func raceEndsFirst() {
    let (other, held, log) = (PublishSubject<Int, Never>(), Guarded<Observer<Int, Never>?>(nil), Journal())
    let first = Signal<Int, Never> { observer in
      held.with { $0 = observer }
      return ActionDisposable { other.send(1) }
    }
    first.race(with: other).subscribe(onNext: { log.add("\($0)") }, onCompleted: { log.add("completed") })
    held.with { $0.take() }?.sendCompleted()
    #expect(log.entries == ["completed"])
    #expect(other.census.count == 0)
  }

  @Test("ifThenElse chooses again at each value of the condition")
  func ifThenElse() {
    let (condition, yes, no) = (
      PublishSubject<Bool, Fault>(), PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>()
    )
    let recorder = Recorder(condition.ifThenElse(yes, else: no))
    yes.send(0)
    condition.send(true)
    yes.send(1)
    no.send(9)
    condition.send(false)
    yes.send(9)
    no.send(2)
    condition.sendCompleted()
    no.send(3)
    no.sendCompleted()
    #expect(recorder.events == [1, 2, 3, .completed])
    #expect(yes.census.count == 0)
  }

  @Test("using: the resource is disposed once, before the terminal handler")
  func using() {
    let journal = Journal()
    let make: @Sendable () -> ActionDisposable = {
      journal.add("made")
      return ActionDisposable(journal.adding("disposed"))
    }
    let subject = PublishSubject<Int, Fault>()
    let signal = Signal<Int, Fault>.using(make) { _ in subject.signal }
    let first = signal.subscribe(onCompleted: journal.adding("completed"))
    first.dispose()
    #expect(journal.entries == ["made", "disposed"])
    signal.subscribe(onCompleted: journal.adding("completed"))
    subject.sendCompleted()
    #expect(journal.entries == ["made", "disposed", "made", "disposed", "completed"])
  }

  @Test("retry and repeat: the number of attempts; the source is disposed before the next attempt")
  func again() throws {
    let starts = Counter()
    let failing = Signal<Int, Fault> { observer in
      observer.send(starts.increment())
      observer.send(error: .first)
      return nil
    }
    #expect(Recorder(failing.retry(2)).events == [1, 2, 3, .error(.first)])
    #expect(Recorder(failing.retry().take(2)).events == [4, 5, .completed])
    let brief = Signal<Int, Fault>([1, 2])
    #expect(Recorder(brief.repeat(2)).events == [1, 2, 1, 2, .completed])
    #expect(Recorder(brief.repeat(0)).events == [.completed])
    #expect(Recorder(brief.repeat().take(5)).events == [1, 2, 1, 2, 1, .completed])
    #expect(Recorder(failing.repeat()).events == [6, .error(.first)])
    #expect(Recorder(brief.retry()).events == [1, 2, .completed])
    // Attempts that fail after the subscription: one subject for each attempt.
    let subjects = (0..<2).map { _ in PublishSubject<Int, Fault>() }
    let tries = Counter()
    let recorder = Recorder(Signal.deferred { subjects[tries.increment() - 1] }.retry(1))
    subjects[0].send(1)
    subjects[0].send(error: .first)
    #expect(subjects.map(\.census.count) == [0, 1])
    subjects[1].send(2)
    subjects[1].send(error: .second)
    #expect(recorder.events == [1, 2, .error(.second)])
    // Repeating does not recurse.
    let count = try watched { () -> Int in
      let rounds = Counter()
      Signal<Int, Fault>.just(1).repeat(100_000).subscribe { _ in rounds.increment() }
      return rounds.value
    }
    #expect(count == 100_000)
  }

  @Test("groupBy: one signal for each key, in the order of the first values")
  func groupBy() {
    let subject = PublishSubject<Int, Fault>()
    let journal = Journal()
    let late = Guarded<Signal<Int, Fault>?>(nil)
    let subscription = subject.groupBy { $0 % 2 }.subscribe { group in
      journal.add("group \(group.key)")
      late.set(group.signal)
      group.signal.subscribe(
        onNext: { journal.add("\(group.key): \($0)") }, onCompleted: { journal.add("\(group.key) completed") })
    }
    for value in 1...4 { subject.send(value) }
    let recorder = Recorder(late.current!)
    subject.sendCompleted()
    #expect(
      journal.entries == [
        "group 1", "1: 1", "group 0", "0: 2", "1: 3", "0: 4", "1 completed", "0 completed",
      ])
    // The recorder subscribed after the last value.
    #expect(recorder.events == [.completed])
    #expect(subscription.isDisposed)
  }

  @Test("logEvents writes the requested events")
  func logEvents() {
    let journal = Journal()
    let subject = PublishSubject<Int, Fault>()
    subject.logEvents("numbers", to: { journal.add($0) }).subscribe()
    subject.send(1)
    subject.send(error: .first)
    #expect(
      journal.entries == [
        "[numbers] subscribed", "[numbers] value 1", "[numbers] error first", "[numbers] disposed",
      ])
    let few = Journal()
    Signal<Int, Fault>([1, 2]).logEvents(nil, [.completed], to: { few.add($0) }).subscribe()
    #expect(few.entries == ["[SwitchboardSignalsTests/SideSourceTables.swift:\(#line - 1)] completed"])
  }
}
