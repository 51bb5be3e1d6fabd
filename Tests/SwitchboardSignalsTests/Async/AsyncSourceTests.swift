import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Signals from tasks and asynchronous sequences")
struct AsyncSourceTests {
  /// A sequence that plays `events`, one event for each call of `next`.
  private struct Asked: AsyncSequence, AsyncIteratorProtocol, Sendable {
    typealias Failure = Fault
    let events: [Event<Int>]
    var index = 0

    init(_ events: [Event<Int>]) { self.events = events }

    func makeAsyncIterator() -> Asked { self }

    mutating func next(isolation: isolated (any Actor)?) async throws(Fault) -> Int? {
      await Task.yield()
      defer { index += 1 }
      switch events[index] {
      case .value(let value): return value
      case .error(let fault): throw fault
      case .completed: return nil
      }
    }
  }

  static let tables: [[Event<Int>]] = [
    [1, 2, 3, .completed], [1, 2, .error(.second)], [.completed], [.error(.first)],
  ]

  @Test("each subscriber gets the elements of the sequence", arguments: tables)
  func sequence(events: [Event<Int>]) async {
    let signal = Signal(Asked(events))
    for _ in 0..<2 { #expect(await signal.values.collected() == events) }
    #expect(await signal.map { $0 }.materialize().values.collected().dropLast() == events.map { .value($0) }[...])
  }

  @Test("streams with a typed error and streams without errors")
  func streams() async throws {
    let stream = AsyncStream<Int> { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }
    let numbers: Signal<Int, Never> = Signal(stream)
    #expect(await numbers.collect() == [1, 2, 3])
    let failing: Signal<Int, any Error> = Signal(
      AsyncThrowingStream<Int, any Error> { continuation in
        continuation.yield(1)
        continuation.finish(throwing: Fault.second)
      })
    await #expect(throws: Fault.second) { try await failing.collect() }
    // The first subscription has read the stream to its end.
    #expect(await failing.replaceError(with: 0).collect() == [])
  }

  @Test("a sequence that is also synchronous sends its elements during the subscribe call")
  func both() {
    struct Both: Sequence, IteratorProtocol, AsyncSequence, AsyncIteratorProtocol, Sendable {
      typealias Failure = Never
      typealias AsyncIterator = Both
      typealias Element = Int
      var left = 2
      func makeIterator() -> Both { self }
      func makeAsyncIterator() -> Both { self }
      mutating func next() -> Int? {
        defer { left -= 1 }
        return left > 0 ? left : nil
      }
      mutating func next(isolation: isolated (any Actor)?) async -> Int? { nil }
    }
    let recorder = Recorder(Signal<Int, Never>(Both()))
    #expect(recorder.events == [2, 1, .completed])
  }

  @Test("after dispose has returned, the task is cancelled and the handlers are released")
  func disposed() async {
    let population = Population()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { reason in
      if case .cancelled = reason { end.yield() }
    }
    let (arrivals, arrival) = AsyncStream.makeStream(of: Int.self)
    let bag = CompositeDisposable()
    Signal(stream).subscribe(
      into: bag,
      onNext: { [member = population.member()] value in withExtendedLifetime(member) { _ = arrival.yield(value) } })
    continuation.yield(1)
    for await value in arrivals {
      #expect(value == 1)
      break
    }
    #expect(population.count == 1)
    bag.dispose()
    #expect(population.count == 0)
    for await _ in ends { break }
  }

  @Test("disposed inside the handler, the signal requests no further element")
  func disposedInside() async {
    let asked = Counter()
    let endless = AsyncStream<Int>(unfolding: { asked.increment() })
    #expect(await Signal(endless).take(3).collect() == [1, 2, 3])
    let bag = CompositeDisposable()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let again = AsyncStream<Int>(unfolding: { asked.increment() }, onCancel: { end.yield() })
    Signal(again).do(onDispose: { end.yield() }).subscribe(into: bag) { _ in bag.dispose() }
    for await _ in ends { break }
    #expect(asked.value >= 4)
  }

  @Test("disposed before its task runs, the signal requests no element")
  @MainActor func disposedBefore() async {
    let runs = Counter()
    // The task may have begun on a thread of the pool before the disposal. Then it is cancelled before its work begins.
    let signal = Signal<Int, Never>.task { @MainActor in Task.isCancelled ? 0 : runs.increment() }
    signal.subscribe().dispose()
    // This task runs after the disposed subscription's task would have run.
    #expect(await Task { @MainActor in runs.value }.value == 0)
    #expect(await signal.first() == 1)
  }

  @Test("the signal releases the handlers before it requests the next element")
  func pace() async {
    let (asked, handled, ahead) = (Counter(), Counter(), Counter())
    let sequence = AsyncStream<Int>(unfolding: {
      if handled.value != asked.value { ahead.increment() }
      return asked.increment() > 20 ? nil : asked.value
    })
    await Signal(sequence).do { _ in handled.increment() }.wait()
    #expect(handled.value == 20)
    #expect(ahead.value == 0)
  }

  @Test("a task's result or error, with a new task for each subscription")
  func task() async throws {
    let runs = Counter()
    let signal = Signal<Int, Fault>.task { () async throws(Fault) in
      if runs.increment() == 2 { throw .second }
      return runs.value
    }
    #expect(runs.value == 0)
    #expect(await signal.values.collected() == [1, .completed])
    #expect(await signal.values.collected() == [.error(.second)])
    #expect(try await signal.first() == 3)
    #expect(await Signal<Int?, Never>.task { nil }.values.collected() == [.value(nil), .completed])
  }

  @Test("retry runs a failed task again")
  func retried() async throws {
    let runs = Counter()
    let signal = Signal<Int, Fault>.task { () async throws(Fault) in
      if runs.increment() < 3 { throw .first }
      return runs.value
    }
    #expect(try await signal.retry(2).collect() == [3])
  }

  @Test("disposed, the operation is cancelled, and its result is dropped")
  func cancelled() async {
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let values = Counter()
    let subscription = Signal<Int, Never>.task {
      start.yield()
      while !Task.isCancelled { await Task.yield() }
      end.yield(Task.isCancelled)
      return 1
    }.subscribe { _ in values.increment() }
    for await _ in starts { break }
    subscription.dispose()
    for await isCancelled in ends {
      #expect(isCancelled)
      break
    }
    #expect(values.value == 0)
  }

  @Test("a handler does not run in a cancelled task because its signal has ended")
  func notCancelled() async {
    let wasCancelled = Guarded<[Bool]>([])
    let note: @Sendable () -> Void = { wasCancelled.with { $0.append(Task.isCancelled) } }
    let signals: [Signal<Int, Fault>] = [
      .task { 1 }, .task { 1 }.take(1), .task { () async throws(Fault) in throw .first }, Signal(Asked([.completed])),
    ]
    for signal in signals {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      signal.subscribe(
        onNext: { _ in note() },
        onError: { _ in
          note()
          end.yield()
        },
        onCompleted: {
          note()
          end.yield()
        })
      for await _ in ends { break }
    }
    #expect(wasCancelled.current == [false, false, false, false, false, false])
  }

  @Test("tasks have the given priority, and the task-local values of the subscribing code")
  func inherits() async {
    #expect(await Signal<TaskPriority, Never>.task(priority: .low) { Task.currentPriority }.first() != nil)
    let signal = Signal<Int, Never>.task { Local.number }
    #expect(await Local.$number.withValue(5) { await signal.first() } == 5)
  }

  private enum Local {
    @TaskLocal static var number = 0
  }

  @Test("when the sequence has ended, the subscription is removed, and nothing is left", arguments: tables)
  func released(events: [Event<Int>]) async {
    let population = Population()
    let subscription = Guarded<Subscription?>(nil)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    do {
      let member = population.member()
      subscription.set(
        Signal(Asked(events)).do(onDispose: { end.yield() }).subscribe(
          onNext: { [member] _ in withExtendedLifetime(member) {} }, onError: { _ in }))
    }
    for await _ in ends { break }
    await yielding { population.count == 0 }
    #expect(subscription.current?.isDisposed == true)
  }
}
