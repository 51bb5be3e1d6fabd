import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Command: executions")
struct ExecutionTests {
  typealias IntCommand = Command<Int, Int, Fault>

  @Test("disposing the execution cancels the work; its subscriptions end without an event")
  func cancel() {
    let disposals = Counter()
    let command = IntCommand { _ in Jobs().job().startWith(1).do(onDispose: { disposals.increment() }) }
    let jobs = Jobs()
    let running = IntCommand { _ in jobs.job().do(onDispose: { disposals.increment() }) }
    #expect(Recorder(command.execute(0)).events == [1])
    disposals.increment()
    let execution = running.execute(1)
    let recorder = Recorder(execution)
    jobs[0].send(5)
    let before = disposals.value
    execution.dispose()
    #expect(disposals.value == before + 1)
    #expect(!running.executing.value)
    #expect(running.enabled.value)
    #expect(jobs[0].census.count == 0)
    #expect(recorder.events == [5])
    #expect(recorder.isDisposed)
    let late = Recorder(execution)
    #expect(late.events == [5])
    #expect(late.isDisposed)
  }

  @Test("disposing a subscription cancels nothing; with `whileSubscribed` the last disposal cancels")
  func whileSubscribed() {
    let jobs = Jobs()
    let command = IntCommand { _ in jobs.job() }
    let execution = command.execute(1)
    Recorder(execution).dispose()
    #expect(command.executing.value)
    let observers = [Recorder(execution.whileSubscribed), Recorder(execution.whileSubscribed)]
    observers[0].dispose()
    jobs[0].send(1)
    #expect(command.executing.value)
    observers[1].dispose()
    #expect(!command.executing.value)
    #expect(observers.map(\.events) == [[], [1]])
    let ended = command.execute(2)
    let recorder = Recorder(ended.whileSubscribed)
    jobs[1].sendCompleted()
    #expect(recorder.events == [.completed])
  }

  @Test("work without values is not cancelled before its end")
  func withoutValues() {
    let work = PublishSubject<Int, Fault>()
    let command = Command<Int, Never, Fault> { _ in work.ignoreValues() }
    let recorder = Recorder(command.execute(1))
    work.send(1)
    #expect(!recorder.isDisposed && command.executing.value)
    work.sendCompleted()
    #expect(recorder.events == [.completed])
  }

  @Test("a cancelled execution sends no event, whatever its work does on disposal; then the command is free")
  func cancelledAndCompleted() {
    let work = PublishSubject<Int, Fault>()
    let command = IntCommand { _ in work.signal.do(onDispose: { work.sendCompleted() }) }
    let execution = command.execute(1)
    let recorder = Recorder(execution)
    execution.dispose()
    #expect(recorder.events == [])
    #expect(recorder.isDisposed)
    #expect(!command.executing.value)
  }

  @Test("the values of an execution that is over are released, although the work's producer keeps its observer")
  func endedValues() {
    struct Session: Sendable {
      let member: Population.Member
      let observer: Observer<Session, Never>
    }
    let sessions = Population()
    let command = Command<Void, Session, Never> { _ in
      Signal { observer in
        observer.send(Session(member: sessions.member(), observer: observer))
        observer.sendCompleted()
        return nil
      }
    }
    command.execute()
    #expect(sessions.count == 0)
  }

  @Test(
    "an execution that is kept replays the latest values, as many as the command says", arguments: [0, 1, 7, 64, .max])
  func bounded(count: Int) {
    let (jobs, members) = (PublishSubject<Population.Member, Never>(), Population())
    let command =
      count == 64
      ? Command<Void, Population.Member, Never> { jobs.signal }
      : Command<Void, Population.Member, Never>(replaying: count) { jobs.signal }
    let execution = command.execute()
    for _ in 0..<1000 { jobs.send(members.member()) }
    let kept = min(count, 1000)
    #expect(members.count == kept)
    let late = Counter()
    execution.subscribe { _ in late.increment() }
    #expect(late.value == kept)
    jobs.send(members.member())
    #expect(late.value == kept + 1)
    jobs.sendCompleted()
    #expect(members.count == min(count, 1001))
    #expect(Recorder(execution.map { _ in 1 }).events.last == .completed)
    withExtendedLifetime(execution) {}
  }

  @Test("an execution that the caller has dropped keeps no value; its subscribers receive all events")
  func dropped() {
    let (jobs, members) = (PublishSubject<Population.Member, Fault>(), Population())
    let command = Command<Void, Population.Member, Fault>(replaying: .max) { jobs.signal }
    let (journal, bag) = (Journal(), CompositeDisposable())
    do {
      let execution = command.execute()
      for _ in 0..<100 { jobs.send(members.member()) }
      #expect(members.count == 100)
      execution.subscribe(
        into: bag, onNext: { _ in journal.add("value") }, onError: { journal.add("\($0)") })
    }
    #expect(members.count == 0)
    #expect(journal.entries.count == 100)
    for _ in 0..<200 { jobs.send(members.member()) }
    #expect(members.count == 0)
    #expect(journal.entries.count == 300)
    #expect(command.executing.value)
    jobs.send(error: .first)
    #expect(journal.entries.last == "first")
    #expect(bag.count == 0)
  }

  @Test("an execution that the caller has dropped keeps no value, although nobody has subscribed to it")
  func droppedUnseen() {
    let (jobs, members) = (PublishSubject<Population.Member, Never>(), Population())
    let command = Command<Void, Population.Member, Never> { jobs.signal }
    let journal = Journal()
    command.values.subscribe { _ in journal.add("value") }
    do {
      let execution = command.execute()
      for _ in 0..<10 { jobs.send(members.member()) }
      #expect(members.count == 10)
      withExtendedLifetime(execution) {}
    }
    #expect(members.count == 0)
    for _ in 0..<10 { jobs.send(members.member()) }
    #expect(members.count == 0)
    #expect(journal.entries.count == 20)
  }

  @Test("what a signal of an execution needs is kept: the signal, `whileSubscribed`, and `executionSignals`")
  func keptBySignals() {
    let (jobs, members) = (PublishSubject<Population.Member, Never>(), Population())
    let command = Command<Void, Population.Member, Never> { jobs.signal }
    let announced = Guarded<Signal<Population.Member, Never>?>(nil)
    command.executionSignals.subscribe { announced.set($0) }
    let signals = Guarded<[Signal<Population.Member, CommandError<Never>>]>([])
    do {
      let execution = command.execute()
      signals.set([execution.signal, execution.whileSubscribed])
    }
    for _ in 0..<3 { jobs.send(members.member()) }
    #expect(members.count == 3)
    signals.with { $0.removeLast(2) }
    #expect(members.count == 3)
    let late = Counter()
    announced.current?.subscribe { _ in late.increment() }
    #expect(late.value == 3)
    announced.set(nil)
    #expect(members.count == 0)
    jobs.send(members.member())
    #expect(late.value == 4)
    jobs.sendCompleted()
  }

  @Test("R8: an execution that is dropped while a subscriber waits to join misses no value of the replay")
  func droppedWhileJoining() {
    let jobs = PublishSubject<Int, Never>()
    let command = Command<Void, Int, Never> { jobs.signal }
    let held = Guarded<Execution<Int, Never>?>(command.execute())
    let (first, second) = (Recorder<Int, CommandError<Never>>(), Recorder<Int, CommandError<Never>>())
    jobs.send(1)
    first.subscribe(to: held.current!) { event in
      guard event == 1 else { return }
      // The replay is in progress: a value and a subscriber wait, in this order.
      jobs.send(2)
      second.subscribe(to: held.current!)
      held.set(nil)
    }
    jobs.send(3)
    #expect(first.events == [1, 2, 3])
    #expect(second.events == [1, 2, 3])
    jobs.sendCompleted()
  }

  @Test("a negative number of values to replay traps with a message")
  func negative() async {
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Command<Int, Int, Never>(replaying: -1) { .just($0) }
    }
    #expect(negative?.says("negative number of values") == true)
  }

  @Test("the deallocation of the work's source ends the execution")
  func loss() {
    let jobs = Jobs()
    let command = IntCommand { _ in jobs.job() }
    let recorder = Recorder(command.execute(1))
    jobs.drop()
    #expect(!command.executing.value)
    #expect(recorder.isDisposed)
    #expect(recorder.events == [])
    let dropped = Command<Void, Int, Never> { _ in Signal { _ in nil } }
    #expect(dropped.execute().isDisposed)
    #expect(!dropped.executing.value)
  }
}
