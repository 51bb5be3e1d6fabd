import AsyncAlgorithms
import BenchmarkCommand
import SubscriberWorkloads

extension Candidate {
  static var asyncAlgorithms: Candidate {
    let sources = """
      swift-async-algorithms: two AsyncStreams, which buffer. Tasks of the library read them, and hand the values to \
      the reader.
      """
    return Candidate(
      "async-algorithms", "swift-async-algorithms 1.1.4",
      [
        "async.values": Measurable(counting: AsyncChannelValues.self),
        "async.share": Measurable(counting: AsyncSharedValues.self),
        "async.merge": Measurable(counting: AsyncMergedValues.self),
        "async.zip": Measurable(counting: AsyncZippedValues.self),
        "async.combineLatest": Measurable(counting: AsyncCombinedValues.self),
        "async.debounce": Measurable(counting: AsyncDebouncedValues.self),
        "async.pingpong": Measurable(checked: AsyncChannelPingPong.self),
      ],
      notes: [
        "async.values": """
        swift-async-algorithms: an AsyncChannel, which has back-pressure and no buffer. So a task sends, which a \
        continuation wakes.
        """,
        "async.values.burst": "An AsyncChannel has no place for eight values.",
        "async.share": """
        swift-async-algorithms: share of one AsyncStream, with an unbounded buffer. A task of the library reads the \
        stream.
        """,
        "async.merge": sources,
        "async.zip": sources,
        "async.combineLatest": sources,
        "async.debounce": """
        swift-async-algorithms: an AsyncStream, read by tasks of the library, and a clock with virtual time and room \
        for one sleeper, which does less work than TestScheduler.
        """,
        "async.pingpong": "swift-async-algorithms: an AsyncChannel for each direction, whose sender waits.",
      ])
  }
}

/// A channel whose sender is a task, because its send waits until the value has been taken.
final class AsyncChannelValues: TaskRegistry {
  private let channel = AsyncChannel<Int>()
  private let executor = ManualExecutor()
  private let gate = Gate()

  init() {
    Task(executorPreference: executor) { [channel, gate] in
      while let value = await gate.next() { await channel.send(value) }
    }
    executor.runAll()
  }

  deinit {
    gate.open(nil)
    executor.runAll()
  }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [channel] in for await v in channel { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    gate.open(value)
    executor.runAll()
  }

  /// The place where the sender waits for a value, or for the end. Sound: one thread runs everything.
  private final class Gate: @unchecked Sendable {
    private var waiting: UnsafeContinuation<Int?, Never>?

    func next() async -> Int? { await withUnsafeContinuation { waiting = $0 } }

    func open(_ value: Int?) {
      let continuation = waiting
      waiting = nil
      continuation?.resume(returning: value)
    }
  }
}

/// A stream whose elements several tasks read.
final class AsyncSharedValues: TaskRegistry {
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  private let executor = ManualExecutor.ofAllTasks
  private let shared: any AsyncSequence<Int, Never> & Sendable

  init() { shared = stream.share(bufferingPolicy: .unbounded) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader { read(shared, sink, number) }

  /// Opens the existential once per reader, and not once per value.
  private func read(_ shared: some AsyncSequence<Int, Never> & Sendable, _ sink: Sink, _ number: Int) -> Reader {
    Reader(executor) { for await v in shared { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    continuation.yield(value)
    executor.runAll()
  }
}

final class AsyncMergedValues: TaskRegistry {
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  private let (other, otherContinuation) = AsyncStream.makeStream(of: Int.self)
  private let executor = ManualExecutor.ofAllTasks

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [stream, other] in for await v in merge(stream, other) { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    continuation.yield(value)
    executor.runAll()
  }
}

final class AsyncZippedValues: TaskRegistry {
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  private let (other, otherContinuation) = AsyncStream.makeStream(of: Int.self)
  private let executor = ManualExecutor.ofAllTasks

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [stream, other] in for await v in zip(stream, other) { sink.hit(v.0 &+ v.1 &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    continuation.yield(value)
    otherContinuation.yield(value)
    executor.runAll()
  }
}

final class AsyncCombinedValues: TaskRegistry {
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  private let (other, otherContinuation) = AsyncStream.makeStream(of: Int.self)
  private let executor = ManualExecutor.ofAllTasks

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    otherContinuation.yield(1)
    return Reader(executor) { [stream, other] in
      for await v in combineLatest(stream, other) { sink.hit(v.0 &+ v.1 &+ number) }
    }
  }
  @inline(never) func send(_ value: Int) {
    continuation.yield(value)
    executor.runAll()
  }
}

final class AsyncDebouncedValues: TaskRegistry {
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  private let executor = ManualExecutor.ofAllTasks
  private let clock = OneSleeperClock()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [stream, clock] in
      for await v in stream.debounce(for: .milliseconds(10), clock: clock) { sink.hit(v &+ number) }
    }
  }
  @inline(never) func send(_ value: Int) {
    continuation.yield(value)
    executor.runAll()
    clock.advance(by: .milliseconds(10))
    executor.runAll()
  }
}

/// A clock with virtual time, and with room for one sleeping task, which is all that a debounce needs.
///
/// Sound: one thread runs everything.
final class OneSleeperClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var sinceStart: Duration

    func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  }

  private(set) var now = Instant(sinceStart: .zero)
  let minimumResolution = Duration.zero
  private var sleeper: (due: Instant, continuation: UnsafeContinuation<Void, any Error>)?

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          sleeper = (deadline, continuation)
        }
      }
    } onCancel: {
      wake { $0.resume(throwing: CancellationError()) }
    }
  }

  func advance(by duration: Duration) {
    now = now.advanced(by: duration)
    if let sleeper, sleeper.due <= now { wake { $0.resume() } }
  }

  private func wake(_ resume: (UnsafeContinuation<Void, any Error>) -> Void) {
    guard let continuation = sleeper?.continuation else { return }
    sleeper = nil
    resume(continuation)
  }
}
