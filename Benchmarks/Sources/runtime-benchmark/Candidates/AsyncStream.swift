import BenchmarkCommand
import SubscriberWorkloads

extension Candidate {
  static var asyncStream: Candidate {
    Candidate(
      "asyncstream", "AsyncStream of the standard library",
      [
        "async.values": Measurable(counting: StreamOfValues.self),
        "async.values.burst": Measurable(counting: StreamOfValuesBurst.self),
        "async.share": Measurable(counting: StreamsOfValues.self),
        "async.pingpong": Measurable(checked: StreamPingPong.self),
      ],
      notes: [
        "async.share": "AsyncStream, which has one reader: a stream for each task.",
        "async.pingpong": "AsyncStream: a stream for each direction.",
      ])
  }
}

class StreamOfValues: SubscriberRegistry {
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  private let executor = ManualExecutor()
  private let burst: Int
  private var sent = 0

  init(burst: Int) { self.burst = burst }
  required convenience init(capacity: Int) { self.init(burst: Burst.single) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [stream] in for await v in stream { sink.hit(v &+ number) } }
  }
  func unsubscribe(_ reader: consuming Reader) { reader.end() }
  @inline(never) func send(_ value: Int) {
    continuation.yield(value)
    sent += 1
    if sent % burst == 0 { executor.runAll() }
  }
}

final class StreamOfValuesBurst: StreamOfValues {
  required init(capacity: Int) { super.init(burst: Burst.eight) }
}

/// A stream for each reader.
final class StreamsOfValues: TaskRegistry {
  private let executor = ManualExecutor()
  private var continuations: [AsyncStream<Int>.Continuation] = []

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuations.append(continuation)
    return Reader(executor) { for await v in stream { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    for continuation in continuations { continuation.yield(value) }
    executor.runAll()
  }
}
