import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// Tests of a task that reads on its own thread while other threads send, cancel, end the signal or release it.
@Suite("Values under threads")
struct ValuesRaceTests {
  /// Returns a task that reads `signal` until its end, or until `onValue` returns false.
  private static func reader<Value: Sendable>(
    of signal: Signal<Value, Never>, _ buffering: ValuesBuffering = .unbounded, on queue: TaskQueue,
    onValue: @escaping @Sendable (Value) -> Bool
  ) -> QueuedTask<Bool> {
    let iterator = signal.values(buffering: buffering).makeAsyncIterator()
    return queue.task {
      var iterator = iterator
      while let value = await iterator.next() {
        if !onValue(value) { return true }
      }
      return true
    }
  }

  @Test("Several senders: nothing is lost, twice, or out of order; then nil", arguments: Shape.allCases)
  func senders(shape: Shape) throws {
    for _ in 0..<rounds(100) {
      let (source, queue) = (PublishSubject<Int, Never>(), TaskQueue())
      let (heard, read, live) = (Journal<Int>(), Journal<Int>(), Counter())
      let signal = shape.signal(source)
      let task = Self.reader(of: signal.do { heard.add($0) }, on: queue) { value in
        read.add(value)
        return true
      }
      let send: @Sendable (Int) -> Void = { start in
        for value in start..<start + 50 { source.send(value) }
        if live.increment() == 2 { source.sendCompleted() }
      }
      try onThreads([{ send(1_000) }, { send(2_000) }, { queue.run(until: task) }])
      #expect(task.outcome == true)
      #expect(read.entries == heard.entries)
      #expect(read.entries.count >= 99)
      #expect(source.census.count == 0)
    }
  }

  @Test(
    "Cancelled while other threads send: the reader got a prefix, and nothing is left",
    arguments: [ValuesBuffering.unbounded, .newest(2), .oldest(2)])
  func cancelled(buffering: ValuesBuffering) throws {
    let population = Population()
    for round in 0..<rounds(500) {
      let (source, queue) = (PublishSubject<Letter, Never>(), TaskQueue())
      let read = Journal<Int>()
      let task = Self.reader(of: source.map { [member = population.member()] in ($0, member).0 }, buffering, on: queue)
      {
        read.add($0.number)
        return true
      }
      try onThreads([
        { for number in 0..<20 { source.send(Letter(number, population)) } },
        {
          for _ in 0..<round % 8 { sched_yield() }
          task.cancel()
        },
        { queue.run(until: task) },
      ])
      #expect(task.outcome == true)
      #expect(read.entries == read.entries.sorted())
      if buffering == .unbounded { #expect(read.entries == Array(0..<read.entries.count)) }
      #expect(source.census.count == 0)
      #expect(population.count == 0)
    }
  }

  @Test("Left in the middle while other threads send, and the subject ends or is deallocated")
  func left() throws {
    let population = Population()
    for round in 0..<rounds(500) {
      let queue = TaskQueue()
      let box = Guarded<PublishSubject<Letter, Never>?>(PublishSubject())
      let signal = box.with { $0!.map { [member = population.member()] in ($0, member).0 } }
      let task = Self.reader(of: signal, on: queue) { $0.number < round % 10 }
      let end: @Sendable () -> Void = {
        let subject = box.with { subject in
          defer { subject = nil }
          return subject
        }
        if round.isMultiple(of: 2) { subject?.sendCompleted() }
      }
      _ = consume signal
      try onThreads([
        { for number in 0..<20 { box.with { $0 }?.send(Letter(number, population)) } },
        end,
        { queue.run(until: task) },
      ])
      #expect(task.outcome == true)
      #expect(population.count == 0)
    }
  }

  @Test("An iterator that is deallocated while other threads send ends its subscription")
  func dropped() throws {
    let population = Population()
    for _ in 0..<rounds(500) {
      let source = PublishSubject<Letter, Never>()
      try onThreads([
        { for number in 0..<20 { source.send(Letter(number, population)) } },
        {
          for _ in 0..<4 {
            let iterator = source.values.makeAsyncIterator()
            withExtendedLifetime(iterator) {}
          }
        },
      ])
      #expect(source.census.count == 0)
      #expect(population.count == 0)
    }
  }

  @Test("first, while a value, the end and a cancellation come at the same time")
  func first() throws {
    for round in 0..<rounds(500) {
      let (source, queue) = (PublishSubject<Int, Failed>(), TaskQueue())
      let task = queue.task { () async -> Result<Int?, Failed> in
        do throws(Failed) { return .success(try await source.first()) } catch { return .failure(error) }
      }
      // The task subscribes.
      queue.run()
      try onThreads([
        { source.send(1) },
        { if round.isMultiple(of: 2) { source.send(error: Failed()) } else { source.sendCompleted() } },
        { task.cancel() },
        { queue.run(until: task) },
      ])
      switch task.outcome {
      case .success(let value): #expect(value == nil || value == 1)
      case .failure: #expect(round.isMultiple(of: 2))
      case nil: Issue.record("first did not return")
      }
      #expect(source.census.count == 0)
    }
  }

  @Test("collect, cancelled while other threads send, has the first values")
  func collect() throws {
    for _ in 0..<rounds(500) {
      let (source, queue) = (PublishSubject<Int, Never>(), TaskQueue())
      let task = queue.task { await source.collect() }
      queue.run()
      try onThreads([
        { for value in 0..<20 { source.send(value) } },
        { task.cancel() },
        { queue.run(until: task) },
      ])
      let collected = try #require(task.outcome)
      #expect(collected == Array(0..<collected.count))
      #expect(source.census.count == 0)
    }
  }

  @Test("A sequence's signal that is disposed while it sends releases everything")
  func sequence() async throws {
    let population = Population()
    for round in 0..<rounds(500) {
      let subject = PublishSubject<Letter, Never>()
      let signal = Signal(subject.values)
      let subscription = signal.subscribe { [member = population.member()] _ in withExtendedLifetime(member) {} }
      try onThreads([
        { for number in 0..<20 { subject.send(Letter(number, population)) } },
        {
          for _ in 0..<round % 8 { sched_yield() }
          subscription.dispose()
        },
      ])
      await yielding { subject.census.count == 0 && population.count == 0 }
    }
  }
}

/// A value whose instances can be counted.
private final class Letter: Sendable {
  let number: Int
  private let member: Population.Member

  init(_ number: Int, _ population: Population) { (self.number, member) = (number, population.member()) }
}
