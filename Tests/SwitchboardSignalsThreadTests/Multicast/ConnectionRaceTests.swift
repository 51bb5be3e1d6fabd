import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// A source that counts its simultaneous subscriptions, and takes its own lock when a subscription begins and ends.
private final class Meter: Sendable {
  let lock = NSRecursiveLock()
  let starts = Counter()
  private let state = Guarded((live: 0, most: 0))

  var live: Int { state.with { $0.live } }
  var most: Int { state.with { $0.most } }

  var signal: Signal<Int, Never> {
    Signal { observer in
      self.lock.withLock {
        self.state.with { state in
          state.live += 1
          state.most = max(state.most, state.live)
        }
        observer.send(self.starts.increment())
      }
      // Keeps the observer. A released observer cannot get events, so its subscription would end.
      return ActionDisposable { self.lock.withLock { self.state.with { $0.live -= observer.isDisposed ? 1 : 0 } } }
    }
  }
}

@Suite("R4 Multicast: threads")
struct ConnectionRaceTests {
  @Test("of threads that connect at the same time one connects")
  func connect() throws {
    for _ in 0..<rounds(300) {
      let meter = Meter()
      let connection = meter.signal.publish()
      let heard = Counter()
      connection.subscribe { _ in heard.increment() }
      let handles = Guarded<[Subscription]>([])
      try onThreads(
        (0..<4).map { _ in
          {
            let handle = connection.connect()
            handles.with { $0.append(handle) }
          }
        })
      #expect(Set(handles.with { $0 }).count == 1)
      #expect(meter.starts.value == 1)
      #expect(heard.value == 1)
      connection.disconnect()
      #expect(meter.live == 0)
    }
  }

  @Test("connected, disconnected and reconnected by threads that hold the producer's lock: never two at the same time")
  func storm() throws {
    let meter = Meter()
    let connection = meter.signal.publish()
    let count = rounds(1000)
    try onThreads([
      { for _ in 0..<count { connection.connect() } },
      { for _ in 0..<count { meter.lock.withLock { _ = connection.connect() } } },
      { for _ in 0..<count { meter.lock.withLock { connection.disconnect() } } },
      { for _ in 0..<count { connection.connect().dispose() } },
      { for _ in 0..<count / 10 { connection.reconnect() } },
    ])
    connection.disconnect()
    #expect(meter.most == 1)
    #expect(meter.live == 0)
    connection.connect()
    #expect(meter.live == 1)
    connection.disconnect()
  }

  @Test(
    "subscribers join and leave: the source runs while a subscriber is there, never twice, and ends with the last",
    arguments: [1, 2])
  func comeAndGo(count: Int) throws {
    let meter = Meter()
    let shared = meter.signal.publish().autoconnect(after: count)
    try onThreads(
      (0..<4).map { number in
        {
          for _ in 0..<rounds(4000) {
            let first = shared.subscribe { _ in meter.lock.withLock {} }
            let second = number.isMultiple(of: 2) ? meter.lock.withLock { shared.subscribe() } : nil
            first.dispose()
            second?.dispose()
          }
        }
      })
    #expect(meter.most == 1)
    #expect(meter.live == 0)
    let (heard, bag) = (Counter(), CompositeDisposable())
    for _ in 0..<count { shared.subscribe(into: bag) { _ in heard.increment() } }
    #expect(heard.value == count)
    bag.dispose()
    #expect(meter.live == 0)
  }

  @Test("the end and the last subscriber at the same time: each subscription ends once, and the source is released")
  func endAndLeave() throws {
    for _ in 0..<rounds(500) {
      let source = PublishSubject<Int, Never>()
      let shared = source.share(replay: 1)
      let ends = Counter()
      let subscription = shared.subscribe(onCompleted: { ends.increment() })
      try onThreads([
        {
          source.send(1)
          source.sendCompleted()
        },
        { subscription.dispose() },
        { shared.subscribe().dispose() },
      ])
      #expect(ends.value <= 1)
      #expect(source.census.count == 0)
      // Whatever came first, a later subscriber gets the end.
      shared.subscribe(onCompleted: { ends.increment() })
      #expect(ends.value >= 1)
    }
  }

  @Test("R9 the last subscriber leaves while another comes: a finished round keeps nothing, and the newcomer hears")
  func finishedRound() throws {
    for _ in 0..<rounds(500) {
      let (source, population, heard) = (PublishSubject<Population.Member?, Never>(), Population(), Counter())
      let shared = source.share(replay: 1)
      let (last, bag) = (shared.subscribe(), CompositeDisposable())
      source.send(population.member())
      try onThreads([
        { last.dispose() },
        { shared.subscribe(into: bag) { if $0 == nil { heard.increment() } } },
        { shared.subscribe().dispose() },
      ])
      #expect(source.census.count == 1)
      source.send(nil)
      #expect(heard.value == 1)
      source.send(population.member())
      bag.dispose()
      #expect(population.count == 0)
      #expect(source.census.count == 0)
    }
  }

  @Test("a producer that never pauses can be disconnected from another thread, which does not wait for the producer")
  func endless() throws {
    let began = Gate()
    let connection = Signal<Int, Never> { observer in
      began.open()
      while !observer.isDisposed { observer.send(1) }
      return nil
    }.publish()
    try onThreads([
      { connection.connect() },
      {
        began.wait()
        connection.disconnect()
      },
    ])
    #expect(!connection.isConnected)
  }
}
