import Switchboard
import SwitchboardTestSupport
import Testing

// The design's block of names, with bodies filled in: it compiles, and each line does something sensible. The lines
// about boards are in SwitchboardBoardsTests, and the lines about the bus in SwitchboardBusTests. SchedulerTests, and
// TestSchedulerTests in SwitchboardTestingTests, cover the lines about schedulers.

private enum MyError: Error { case some }

@MainActor
private final class Screen: LifetimeOwner {
  let lifetime = Lifetime()
  var shown: [Int] = []

  func show(_ signal: Signal<Int, Never>) {
    signal.subscribe(owner: self) { owner, value in MainActor.assumeIsolated { owner.shown.append(value) } }
  }

  func showOnMain(_ signal: Signal<Int, Never>) {
    signal.subscribe(on: MainActor.self) { value in self.shown.append(value) }
  }
}

@Suite("Surface")
struct SurfaceTests {
  private static func ticks(_ journal: Journal) -> Signal<Int, Never> {
    Signal<Int, Never> { observer in
      observer.send(1)
      observer.sendCompleted()
      return ActionDisposable { journal.add("disposed") }
    }.named("ticks")
  }

  @Test("a signal, its name, operators and closures")
  func closures() {
    let journal = Journal()
    let signal = Self.ticks(journal)
    #expect(signal.name == "ticks")
    signal.map { $0 + 1 }.filter { $0 > 1 }.subscribe(
      onNext: { value in journal.add("\(value)") }, onError: { _ in }, onCompleted: { journal.add("completed") })
    #expect(journal.entries == ["2", "completed", "disposed"])
  }

  @Test("an owner, and the main actor")
  @MainActor func ownerAndMainActor() {
    let screen = Screen()
    let signal = Self.ticks(Journal())
    screen.show(signal)
    screen.showOnMain(signal)
    signal.subscribe(on: MainActor.self) { value in screen.shown.append(10 * value) }
    #expect(screen.shown == [1, 1, 10])
  }

  @Test("a task that reads a signal, and a signal that reads a sequence")
  func tasks() async {
    let signal = Self.ticks(Journal())
    var read: [Int] = []
    for await value in signal.values { read.append(value) }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(2)
    for await value in Signal(stream).take(1).values { read.append(value) }
    #expect(read == [1, 2])
  }

  @Test("a bag, which exists before the first value")
  func bag() {
    let bag = CompositeDisposable()
    let values = Guarded<[Int]>([])
    Signal<Int, Never>(1...Int.max).subscribe(into: bag) { value in
      values.with { $0.append(value) }
      if value == 3 { bag.dispose() }
    }
    #expect(values.current == [1, 2, 3])
  }

  @Test("a signal into an observer and into a subject")
  func observer() {
    let values = Guarded<[Int]>([])
    let observer = Observer<Int, Never>(onNext: { value in values.with { $0.append(value) } })
    let subject = PublishSubject<Int, Never>()
    Signal<Int, Never>.never().subscribe(observer)
    subject.subscribe(observer)
    let recorder = Recorder(subject)
    Self.ticks(Journal()).subscribe(subject)
    #expect(values.current == [1])
    #expect(recorder.events == [1, .completed])
    #expect(observer.isDisposed)
  }

  @Test("subjects")
  func subjects() {
    let subject = PublishSubject<Int, MyError>()
    let last = ReplaySubject<Int, Never>(capacity: 1)
    let all = ReplaySubject<Int, Never>()
    let errors = Counter()
    subject.subscribe(onError: { _ in errors.increment() }, onCompleted: { Issue.record("completed") })
    subject.send(1)
    subject.send(error: .some)
    subject.sendCompleted()
    #expect(errors.value == 1)
    for value in 1...3 {
      last.send(value)
      all.send(value)
    }
    #expect(Recorder(last).events == [3])
    #expect(Recorder(all).events == [1, 2, 3])
    #expect(BehaviorSubject<Int, Never>(0).value == 0)
  }

  @Test("the handle")
  func handle() {
    let subject = PublishSubject<Int, Never>()
    let subscription = subject.subscribe { _ in }
    #expect(!subscription.isDisposed)
    subscription.dispose()
    #expect(subscription.isDisposed)
    subject.subscribeWaitable { _ in }.disposeAndWait()
    #expect(subject.census.count == 0)
  }

  @Test("connections, commands, channels and properties")
  func bindings() {
    let signal = Self.ticks(Journal()).setFailureType(to: MyError.self)
    let connection = signal.publish()
    _ = (signal.multicast(PublishSubject<Int, MyError>()), signal.replay(), signal.replayLast(), signal.replayLazily())
    let recorder = Recorder(connection.autoconnect())
    connection.connect()
    #expect(recorder.events.count == 2)

    let property = Property(true)
    let command = Command<Int, Int, MyError>(enabled: property) { input in signal.map { $0 + input } }
    let values = Recorder(command.values)
    command.execute(1)
    #expect(values.events == [2])
    #expect((command.executing.value, command.enabled.value) == (false, true))
    _ = (command.errors, command.executionSignals)

    let channel = Channel<String, Never>()
    let name = Recorder(channel.following)
    channel.leading.send("Ann")
    #expect(name.events == [.value("Ann")])

    let (count, other) = (Property(0), Property(5))
    count.update { $0 += 1 }
    #expect(Recorder(count.signal).events == [1])
    let source = PublishSubject<Int, Never>()
    source.bind(to: count)
    source.send(3)
    #expect(count.value == 3)
    count.bind(twoWay: other)
    #expect(count.value == 5)
  }
}
