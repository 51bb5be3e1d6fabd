import Switchboard

private actor Counter {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}

/// A sequence that fails after its elements.
private struct Failing: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var left = 2
    mutating func next(isolation: isolated (any Actor)?) async throws(Fault) -> Int? {
      if left == 0 { throw .broken }
      left -= 1
      return left
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

func asyncSources() async throws {
  let counter = Counter()
  let task = Signal.task { await counter.next() }
  check(await task.first(), is: 1, "a task runs for each subscription")
  check(await task.collect(), is: [2], "the next subscription runs a new task")
  let failing = Signal<Int, Fault>.task(priority: .high) { () async throws(Fault) in
    if await counter.next() < 5 { throw .late }
    return 9
  }
  check(try await failing.retry().first(), is: 9, "a task that fails can be retried")

  let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  for number in 1...3 { continuation.yield(number) }
  continuation.finish()
  check(await Signal(stream).collect(), is: [1, 2, 3], "a sequence is sent")
  let events = await Signal(Failing(), priority: .low).materialize().collect()
  check(events, is: [.value(1), .value(0), .error(.broken)], "the signal sends the error of the sequence")
  let endless = AsyncStream<Int>(unfolding: { 1 })
  check(await Signal(endless).take(3).collect(), is: [1, 1, 1], "take ends an endless sequence")
  check(await Signal(Signal<Int, Never>(1...2).values).collect(), is: [1, 2], "values make a signal again")
}
