import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// An actor that lists what its handlers receive.
private actor Ledger {
  private(set) var entries: [String] = []
  func add(_ entry: String) { entries.append(entry) }
}

/// An actor that lists what its handlers receive, on its own queue: a handler may block there without a thread of the
/// pool, which other tests keep busy.
private actor QueueLedger {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var entries: [String] = []
  func add(_ entry: String) { entries.append(entry) }
}

/// A serial executor on its own queue.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "executor")
  static let isHere = DispatchSpecificKey<Bool>()

  init() { queue.setSpecific(key: Self.isHere, value: true) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// An executor that runs each job on a thread of a concurrent queue.
private final class ThreadsExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "threads", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

@Suite("subscribe(on:): the place where handlers run")
struct SubscribeOnTests {
  @Test("handlers run on the actor, in order, with the terminal event")
  func actor() async {
    let (ledger, subject, done) = (Ledger(), PublishSubject<Int, Fault>(), Counter())
    subject.subscribe(
      on: ledger, onNext: { $0.add("\($1)") }, onError: { $0.add("\($1)") },
      onCompleted: { ledger in
        ledger.add("completed")
        done.increment()
      })
    for value in 0..<100 { subject.send(value) }
    subject.sendCompleted()
    await yielding { done.value == 1 }
    #expect(await ledger.entries == (0..<100).map { "\($0)" } + ["completed"])
  }

  @Test("a subscription on an actor does not keep the actor alive, and ends with the actor")
  func actorEnds() async {
    let subject = PublishSubject<Int, Never>()
    var ledger: Ledger? = Ledger()
    weak let released = ledger
    let subscription = subject.subscribe(on: ledger!) { ledger, value in ledger.add("\(value)") }
    subject.send(1)
    ledger = nil
    await yielding { released == nil }
    subject.send(2)
    await yielding { subscription.isDisposed }
    #expect(subject.census.count == 0)
  }

  @Test("an owner and an actor: the handler gets both, and the owner's deallocation ends the subscription")
  func ownerAndActor() async {
    let (ledger, subject) = (Ledger(), PublishSubject<Int, Never>())
    var player: Player? = Player()
    let subscription = subject.subscribe(owner: player!, on: ledger) { ledger, player, value in
      ledger.add("\(value)")
      player.journal.add("\(value)")
    }
    subject.send(1)
    await yielding { player?.journal.entries == ["1"] }
    player = nil
    #expect(subscription.isDisposed)
    #expect(subject.census.count == 0)
    #expect(await ledger.entries == ["1"])
  }

  @Test("disposing the bag drops the events that wait for the actor (promise R3)")
  func bagDropsWaiting() async {
    let (ledger, subject, bag) = (QueueLedger(), PublishSubject<Int, Never>(), CompositeDisposable())
    let (entered, leave, done) = (Gate(), Gate(), Counter())
    subject.subscribe(into: bag, on: ledger) { ledger, value in
      ledger.add("\(value)")
      if value == 1 {
        entered.open()
        leave.wait()
      }
    }
    _ = RunningThread {
      for value in 1...3 { subject.send(value) }
      entered.wait()
      bag.dispose()
      leave.open()
      done.increment()
    }
    await yielding { done.value == 1 }
    #expect(await ledger.entries == ["1"])
    #expect(bag.isDisposed)
  }

  @Test("a disposed bag subscribes nothing", arguments: [0, 1, 2])
  func disposedBag(place: Int) async {
    let (subject, bag) = (PublishSubject<Int, Never>(), CompositeDisposable())
    bag.dispose()
    switch place {
    case 0: subject.subscribe(into: bag, on: MainActor.self)
    case 1: subject.subscribe(into: bag, on: .queue(label: "q"))
    default: subject.subscribe(into: bag, on: Ledger()) { _, _ in }
    }
    #expect(subject.census.count == 0)
  }

  @Test("on a task executor, events wait for its tasks, in order; a disposal drops what waits")
  func taskExecutor() {
    let (subject, journal, queue) = (PublishSubject<Int, Never>(), Journal(), TaskQueue())
    let subscription = subject.subscribe(
      on: .executor(queue), onNext: { journal.add("\($0)") }, onCompleted: { journal.add("completed") })
    for value in 1...3 { subject.send(value) }
    #expect(journal.entries == [])
    queue.run()
    #expect(journal.entries == ["1", "2", "3"])
    subject.send(4)
    subscription.dispose()
    queue.run()
    #expect(journal.entries == ["1", "2", "3"])
  }

  @Test("on a serial executor, handlers run on its queue, in order")
  func serialExecutor() async {
    let (subject, journal) = (PublishSubject<Int, Never>(), Journal())
    subject.deliver(on: .executor(QueueExecutor())).subscribe(
      onNext: { journal.add("\($0) \(DispatchQueue.getSpecific(key: QueueExecutor.isHere) ?? false)") },
      onCompleted: { journal.add("completed") })
    for value in 1...3 { subject.send(value) }
    subject.sendCompleted()
    await yielding { journal.entries.last == "completed" }
    #expect(journal.entries == ["1 true", "2 true", "3 true", "completed"])
  }

  @Test("on an executor of many threads, one event at a time, in order")
  func concurrentExecutor() async {
    let (subject, inside, overlaps, last) = (PublishSubject<Int, Never>(), Counter(), Counter(), Guarded(-1))
    subject.subscribe(on: .executor(ThreadsExecutor())) { value in
      if inside.increment() != 2 * value + 1 { overlaps.increment() }
      // Lets a second task overtake, if there is one.
      sched_yield()
      inside.increment()
      last.set(value)
    }
    for value in 0..<2_000 {
      subject.send(value)
      if value.isMultiple(of: 4) { sched_yield() }
    }
    await yielding { last.current == 1_999 }
    #expect(overlaps.value == 0)
  }

  @Test("work that is scheduled on an executor while its task runs begins no second task")
  func oneTask() {
    let (queue, journal) = (TaskQueue(), Journal())
    let scheduler = Scheduler.executor(queue)
    scheduler.perform {
      journal.add("first begins")
      scheduler.perform { journal.add("second") }
      // A second task would run here.
      queue.run()
      journal.add("first ends")
    }
    queue.run()
    #expect(journal.entries == ["first begins", "first ends", "second"])
  }

  private enum Sender {
    @TaskLocal static var name = "nobody"
  }

  @Test("handlers on an executor or an actor do not see the sender's task-local values")
  func taskLocalValues() async {
    let (subject, journal, queue, ledger) = (PublishSubject<Int, Never>(), Journal(), TaskQueue(), Ledger())
    subject.subscribe(on: .executor(queue)) { journal.add("executor \($0) \(Sender.name)") }
    subject.deliver(on: .executor(QueueExecutor())).subscribe { journal.add("serial \($0) \(Sender.name)") }
    subject.subscribe(on: ledger) { _, value in journal.add("actor \(value) \(Sender.name)") }
    Sender.$name.withValue("ann") { subject.send(1) }
    Sender.$name.withValue("bob") { subject.send(2) }
    queue.run()
    await yielding { journal.entries.count == 6 }
    let expected = ["executor", "serial", "actor"].flatMap { ["\($0) 1 nobody", "\($0) 2 nobody"] }
    #expect(journal.entries.sorted() == expected.sorted())
  }

  @Test("delayed work runs on the executor, and not after its disposal")
  func delayedWork() async {
    let (journal, queue) = (Journal(), TaskQueue())
    let scheduler = Scheduler.executor(queue)
    let dropped = scheduler.schedule(after: .nanoseconds(1)) { journal.add("dropped") }
    dropped.dispose()
    scheduler.schedule(after: .nanoseconds(1)) { journal.add("runs") }
    await yielding {
      queue.run()
      return journal.entries == ["runs"]
    }
    #expect(dropped.isDisposed)
    #expect(scheduler.now > .zero)
  }

  @Test("a concurrent queue delivers one event at a time, in order", arguments: [false, true])
  func concurrentQueue(isOperator: Bool) async {
    let (subject, list) = (PublishSubject<Int, Never>(), UnguardedList())
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let done = Counter()
    if isOperator {
      subject.deliver(on: queue).subscribe(onNext: { list.entries.append($0) }, onCompleted: { done.increment() })
    } else {
      subject.subscribe(on: .queue(queue), onNext: { list.entries.append($0) }, onCompleted: { done.increment() })
    }
    for value in 0..<1_000 { subject.send(value) }
    subject.sendCompleted()
    await yielding { done.value == 1 }
    #expect(list.entries == Array(0..<1_000))
  }

  @Test("an owner on the main actor: the handler may use the main actor's state")
  @MainActor func mainActorOwner() async {
    let (subject, screen) = (PublishSubject<Int, Fault>(), Screen())
    subject.subscribe(
      owner: screen, on: MainActor.self, onNext: { screen, value in screen.rows.append("\(value)") },
      onError: { screen, error in screen.rows.append("\(error)") })
    subject.send(1)
    subject.send(error: .first)
    #expect(screen.rows == ["1", "first"])
  }

  @Test("an owner and a scheduler: the owner's deallocation ends the subscription")
  func ownerAndScheduler() {
    let (subject, queue) = (PublishSubject<Int, Never>(), TaskQueue())
    var player: Player? = Player()
    let subscription = subject.subscribe(owner: player!, on: .executor(queue)) { $0.journal.add("\($1)") }
    subject.send(1)
    queue.run()
    #expect(player?.journal.entries == ["1"])
    player = nil
    #expect(subscription.isDisposed)
    #expect(subject.census.count == 0)
  }
}

@MainActor
private final class Screen {
  var rows: [String] = []
}
