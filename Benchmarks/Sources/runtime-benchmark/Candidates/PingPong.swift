import AsyncAlgorithms
import OpenCombine
import SubscriberWorkloads
import Switchboard

/// Two tasks that answer each other. The first task sends a value, and waits for the answer before it sends the next
/// value. The second task sends each value back. Both run on the thread that measures.
protocol PingPong: CheckedWork {
  init()
  var match: Match { get }
  /// Sends a value to the task that answers, and lets the tasks run until they both wait.
  func serve(_ value: Int)
}

/// What the first task counts, and the value at which it stops. Sound: one thread runs everything.
final class Match: @unchecked Sendable {
  let sink = Sink()
  let executor = ManualExecutor()
  var end = 0

  /// Counts an answer, and returns the next value to send; nil at the end of a rally.
  func next(after value: Int) -> Int? {
    sink.hit(value &+ 1)
    return value + 1 < end ? value + 1 : nil
  }
}

extension PingPong {
  init(size: Int) { self.init() }
  var sum: Int { match.sink.total }

  /// Runs rallies of 64 values, so that the executor's list of jobs stays short.
  @inline(never) func run(_ count: Int) {
    for start in stride(from: 0, to: count, by: 64) {
      match.end = min(start + 64, count)
      serve(start)
    }
  }
}

final class SwitchboardPingPong: PingPong {
  let match = Match()
  private let pings = PublishSubject<Int, Never>()
  private let pongs = PublishSubject<Int, Never>()
  private var readers: [Reader] = []

  init() {
    let (match, pings, pongs) = (match, pings, pongs)
    readers = [
      Reader(match.executor) { for await v in pings.values { pongs.send(v) } },
      Reader(match.executor) {
        for await v in pongs.values { if let next = match.next(after: v) { pings.send(next) } }
      },
    ]
  }
  deinit { for reader in readers { reader.end() } }

  func serve(_ value: Int) {
    pings.send(value)
    match.executor.runAll()
  }
}

final class StreamPingPong: PingPong {
  let match = Match()
  private let pings = AsyncStream.makeStream(of: Int.self)
  private let pongs = AsyncStream.makeStream(of: Int.self)
  private var readers: [Reader] = []

  init() {
    let (match, pings, pongs) = (match, pings, pongs)
    readers = [
      Reader(match.executor) { for await v in pings.stream { pongs.continuation.yield(v) } },
      Reader(match.executor) {
        for await v in pongs.stream { if let next = match.next(after: v) { pings.continuation.yield(next) } }
      },
    ]
  }
  deinit { for reader in readers { reader.end() } }

  func serve(_ value: Int) {
    pings.continuation.yield(value)
    match.executor.runAll()
  }
}

/// Sound: one thread runs everything.
final class OpenCombinePingPong: PingPong {
  let match = Match()
  private let pings = PassthroughSubject<Int, Never>()
  private let pongs = PassthroughSubject<Int, Never>()
  private var readers: [Reader] = []

  init() {
    let match = match
    nonisolated(unsafe) let (pings, pongs) = (pings, pongs)
    readers = [
      Reader(match.executor) { for await v in pings.values { pongs.send(v) } },
      Reader(match.executor) {
        for await v in pongs.values { if let next = match.next(after: v) { pings.send(next) } }
      },
    ]
  }
  deinit { for reader in readers { reader.end() } }

  func serve(_ value: Int) {
    pings.send(value)
    match.executor.runAll()
  }
}

/// Channels, whose send waits until the value has been taken. A task sends the first value of a rally.
final class AsyncChannelPingPong: PingPong {
  let match = Match()
  private let pings = AsyncChannel<Int>()
  private let pongs = AsyncChannel<Int>()
  private var readers: [Reader] = []

  init() {
    let (match, pings, pongs) = (match, pings, pongs)
    readers = [
      Reader(match.executor) { for await v in pings { await pongs.send(v) } },
      Reader(match.executor) {
        for await v in pongs { if let next = match.next(after: v) { await pings.send(next) } }
      },
    ]
  }
  deinit { for reader in readers { reader.end() } }

  func serve(_ value: Int) {
    Task(executorPreference: match.executor) { [pings] in await pings.send(value) }
    match.executor.runAll()
  }
}

/// The floor: two tasks that resume each other's continuation.
final class ContinuationPingPong: PingPong {
  /// The place where one task waits for a value. Sound: one thread runs everything.
  private final class Place: @unchecked Sendable {
    private var waiting: UnsafeContinuation<Int?, Never>?

    func next() async -> Int? { await withUnsafeContinuation { waiting = $0 } }
    func put(_ value: Int?) {
      let continuation = waiting
      waiting = nil
      continuation?.resume(returning: value)
    }
  }

  let match = Match()
  private let pings = Place()
  private let pongs = Place()
  private var readers: [Reader] = []

  init() {
    let (match, pings, pongs) = (match, pings, pongs)
    readers = [
      Reader(match.executor) { while let v = await pings.next() { pongs.put(v) } },
      Reader(match.executor) {
        while let v = await pongs.next() { if let next = match.next(after: v) { pings.put(next) } }
      },
    ]
  }
  deinit {
    pings.put(nil)
    pongs.put(nil)
    match.executor.runAll()
  }

  func serve(_ value: Int) {
    pings.put(value)
    match.executor.runAll()
  }
}
