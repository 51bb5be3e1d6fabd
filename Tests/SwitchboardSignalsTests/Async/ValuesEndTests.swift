import Switchboard
import SwitchboardTestSupport
import Testing

/// Tests of how a reader and its subscription end, and that nothing is left.
@Suite("Values: how they end")
struct ValuesEndTests {
  private let queue = TaskQueue()

  /// Where the task is when it is cancelled.
  enum Stage: CaseIterable, Sendable {
    case beforeItRuns, waiting, inTheBody, behind

    var valuesSent: Int {
      switch self {
      case .beforeItRuns, .waiting: 0
      case .inTheBody: 1
      case .behind: 3
      }
    }
  }

  @Test("a cancelled reader gets nil, and the subscription has ended", arguments: Stage.allCases)
  func cancelled(stage: Stage) {
    let (population, disposals, gate) = (Population(), Counter(), TaskGate())
    let subject = PublishSubject<Population.Member, Fault>()
    let reading = { [member = population.member()] in
      Reading(subject.do(onDispose: { disposals.increment() }).values, on: queue) { [member] _ in
        await gate.pass()
        return withExtendedLifetime(member) { true }
      }
    }()
    #expect(subject.census.count == 1)
    if stage != .beforeItRuns { queue.run() }
    for _ in 0..<stage.valuesSent { subject.send(population.member()) }
    if stage != .beforeItRuns { queue.run() }
    let read = min(stage.valuesSent, 1)
    #expect(reading.events.count == read)
    reading.cancel()
    gate.open()
    queue.run()
    // The reader does not read values that came before the cancellation.
    #expect(reading.events.count == read + 1)
    #expect(reading.events.last?.isTerminal == true)
    #expect(subject.census.count == 0)
    #expect(disposals.value == 1)
    reading.forget()
    #expect(population.count == 0)
  }

  @Test("a task that is cancelled already subscribes, reads nil, and has ended")
  func cancelledBefore() {
    let subject = ReplaySubject<Int, Never>()
    subject.send(1)
    let task = queue.task {
      var iterator = subject.values.makeAsyncIterator()
      return [await iterator.next(), await iterator.next(), await subject.first()]
    }
    task.cancel()
    queue.run()
    #expect(task.outcome == [nil, nil, nil])
    #expect(subject.census.count == 0)
  }

  @Test("a reader cancelled with unread values and an error gets nil, in another task too")
  func cancelledBeforeError() {
    let subject = PublishSubject<Int, Fault>()
    let shared = SharedIterator(subject.values)
    for value in 1...3 { subject.send(value) }
    let reads = queue.task { await shared.next() }
    queue.run()
    #expect(reads.outcome == 1)
    subject.send(4)
    subject.send(error: .first)
    let cancelled = queue.task { await shared.next() }
    cancelled.cancel()
    queue.run()
    #expect(cancelled.outcome == .completed)
    let other = queue.task { await shared.next() }
    queue.run()
    #expect(other.outcome == .completed)
  }

  @Test("events between the cancellation and the task's turn are dropped")
  func cancelledThenSent() {
    let population = Population()
    let subject = PublishSubject<Population.Member, Fault>()
    let reading = Reading(subject.values, on: queue)
    queue.run()
    reading.cancel()
    // `cancel` runs no code of the signal.
    #expect(subject.census.count == 1)
    subject.send(population.member())
    subject.send(error: .first)
    #expect(population.count == 0)
    queue.run()
    #expect(reading.events.map(\.isTerminal) == [true])
    #expect(reading.events.map(\.isError) == [false])
    #expect(subject.census.count == 0)
  }

  @Test("break ends the subscription, and releases the unread values")
  func leftEarly() {
    let (population, disposals) = (Population(), Counter())
    let subject = PublishSubject<Population.Member, Never>()
    let task = queue.task {
      for await _ in subject.do(onDispose: { disposals.increment() }).values {
        #expect(disposals.value == 0)
        break
      }
      return (disposals.value, subject.census.count, population.count)
    }
    queue.run()
    subject.send(population.member())
    subject.send(population.member())
    queue.run()
    #expect(task.outcome.map { $0 == (1, 0, 0) } == true)
  }

  @Test("an iterator that is deallocated unread ends the subscription; a copy of the iterator keeps it")
  func dropped() {
    let (population, disposals) = (Population(), Counter())
    let subject = PublishSubject<Population.Member, Fault>()
    var copy: SignalValues<Population.Member, Fault>.Iterator?
    do {
      let iterator = subject.do(onDispose: { disposals.increment() }).values.makeAsyncIterator()
      subject.send(population.member())
      copy = iterator
    }
    #expect(disposals.value == 0)
    #expect(population.count == 1)
    withExtendedLifetime(copy) {}
    copy = nil
    #expect(disposals.value == 1)
    #expect(population.count == 0)
    #expect(subject.census.count == 0)
  }

  /// Sources that are deallocated without a terminal event.
  enum Source: CaseIterable, Sendable {
    case subject, chain, joined, hop

    func signal(_ subject: PublishSubject<Int, Fault>) -> Signal<Int, Fault> {
      switch self {
      case .subject: subject.signal
      case .chain: subject.map { $0 }.filter { _ in true }
      case .joined: subject.merge(with: subject.filter { _ in false })
      case .hop: subject.deliver(on: .immediate)
      }
    }
  }

  @Test(
    "a source deallocated without a terminal event: the reader gets the values so far, then nil",
    arguments: Source.allCases, [true, false])
  func sourceDies(source: Source, isWaiting: Bool) {
    let disposals = Counter()
    let held = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    // A sequence keeps its signal, and the signal keeps the subject. A reader does not keep the subject.
    let reading = Reading(source.signal(held.current!).do(onDispose: { disposals.increment() }).values, on: queue)
    if isWaiting { queue.run() }
    held.current?.send(1)
    held.current?.send(2)
    if isWaiting { queue.run() }
    held.set(nil)
    #expect(disposals.value == 1)
    queue.run()
    #expect(reading.events == [1, 2, .completed])
  }

  @Test("upstream is disposed before the reader gets the end", arguments: [Event<Int>.completed, .error(.first)])
  func order(end: Event<Int>) {
    let journal = Journal()
    let subject = PublishSubject<Int, Fault>()
    let disposed: @Sendable () -> Void = { [queue] in
      // If the reader had been woken already, it would end inside this call.
      queue.run()
      journal.add("disposed")
    }
    let reading = Reading(subject.do(onDispose: disposed).values, on: queue)
    let awaiting = queue.task {
      _ = try? await subject.do(onDispose: disposed).collect()
      journal.add("over")
    }
    queue.run()
    subject.send(end)
    queue.run()
    #expect(journal.entries == ["disposed", "disposed", "over"])
    #expect(reading.events == [end])
    #expect(awaiting.outcome != nil)
  }

  @Test("what a signal captured is released with the last event", arguments: [true, false])
  func captures(isWaiting: Bool) {
    let population = Population()
    let subject = PublishSubject<Int, Fault>()
    let reading = { [member = population.member()] in
      Reading(subject.map { [member] value in withExtendedLifetime(member) { value } }.values, on: queue)
    }()
    if isWaiting { queue.run() }
    subject.send(1)
    #expect(population.count == 1)
    subject.sendCompleted()
    #expect(population.count == 0)
    queue.run()
    #expect(reading.events == [1, .completed])
  }

  @Test("two calls of next that wait at the same time trap, and say what to do")
  func twoReaders() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (subject, queue) = (PublishSubject<Int, Fault>(), TaskQueue())
      let shared = SharedIterator(subject.values)
      let tasks = (0..<2).map { _ in queue.task { await shared.next() } }
      queue.run()
      withExtendedLifetime(tasks) {}
    }
    #expect(result?.says("make a separate iterator in each task") == true)
  }
}

/// An iterator that several tasks use. Without this class, the compiler would not allow that.
private final class SharedIterator: @unchecked Sendable {
  // Sound: the tasks that use the iterator run on one queue.
  private let iterator: SignalValues<Int, Fault>.Iterator

  init(_ values: SignalValues<Int, Fault>) { iterator = values.makeAsyncIterator() }

  func next() async -> Event<Int> {
    var copy = iterator
    do throws(Fault) { return try await copy.next().map { .value($0) } ?? .completed } catch { return .error(error) }
  }
}
