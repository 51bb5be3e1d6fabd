import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Multicast: share that stays connected for a time")
struct KeepingConnectedTests {
  private let scheduler = TestScheduler()
  private let well = Well { observer, start in observer.send(.value(start)) }
  private var shared: Signal<Int, Fault> {
    well.signal.share(replay: 1, keepingConnected: .seconds(2), on: scheduler)
  }

  @Test("a subscriber within the time finds the connection and the replay; a later one begins anew")
  func returns() {
    let shared = shared
    Recorder(shared).dispose()
    for _ in 0..<3 {
      scheduler.advance(by: .seconds(1.9))
      let recorder = Recorder(shared)
      #expect(recorder.events == [1])
      scheduler.advance(by: .seconds(5))
      #expect(well.live == 1)
      recorder.dispose()
    }
    scheduler.advance(by: .seconds(2))
    #expect(well.live == 0)
    #expect(Recorder(shared).events == [2])
  }

  @Test("the time begins when the last of several leaves")
  func several() {
    let shared = shared
    let recorders = (0..<3).map { _ in Recorder(shared) }
    for recorder in recorders {
      recorder.dispose()
      scheduler.advance(by: .seconds(1.5))
      #expect(well.live == 1)
    }
    scheduler.advance(by: .seconds(0.5))
    #expect(well.live == 0)
  }

  @Test("values that come while nobody is there are kept for the next, and then released")
  func release() {
    let (source, population) = (PublishSubject<Population.Member, Fault>(), Population())
    let shared = source.share(replay: 1, keepingConnected: .seconds(2), on: scheduler)
    shared.subscribe().dispose()
    source.send(population.member())
    #expect(population.count == 1)
    scheduler.advance(by: .seconds(2))
    #expect(population.count == 0 && source.census.count == 0)
    // Also if the source ends, or dies, during the wait.
    for ends in [true, false] {
      let producer = Guarded<Observer<Population.Member, Fault>?>(nil)
      let other = Signal<Population.Member, Fault> { observer in
        producer.set(observer)
        return nil
      }
      let shared = other.share(replay: 1, keepingConnected: .seconds(2), on: scheduler)
      shared.subscribe().dispose()
      producer.current?.send(population.member())
      #expect(population.count == 1)
      if ends { producer.current?.sendCompleted() } else { producer.set(nil) }
      #expect(population.count == 0)
    }
  }

  @Test("after an end, the next subscriber begins anew at once", arguments: [Event<Int>.completed, .error(.first)])
  func ends(end: Event<Int>) {
    let shared = shared
    let (first, second) = (Recorder(shared), Recorder(shared))
    well.send(end)
    #expect([first, second].map(\.events) == [[1, end], [1, end]])
    #expect(well.live == 0)
    let third = Recorder(shared)
    #expect(third.events == [2])
    third.dispose()
    scheduler.advance(by: .seconds(1))
    well.send(end)
    #expect(well.live == 0)
    #expect(Recorder(shared).events == [3])
  }

  @Test("subscribers that retry share the next subscription")
  func retry() {
    let failing = shared.retry(1)
    let (first, second) = (Recorder(failing), Recorder(failing))
    well.send(.error(.first))
    #expect(well.starts.value == 2 && well.live == 1)
    #expect(first.events == [1, 2] && second.events == [1, 2])
    well.send(.error(.second))
    #expect(first.events == [1, 2, .error(.second)] && well.starts.value == 2)
    let endless = Signal<Int, Fault>.fail(.first).share(keepingConnected: .seconds(1), on: scheduler)
    #expect(Recorder(endless.retry(1000)).events == [.error(.first)])
  }

  @Test("the last subscriber leaves and another comes, inside a handler")
  func reentrancy() {
    let (shared, bag, next) = (shared, CompositeDisposable(), Guarded<Recorder<Int, Fault>?>(nil))
    shared.subscribe(into: bag) { _ in
      bag.dispose()
      if next.current == nil { next.set(Recorder(shared)) }
    }
    scheduler.advance(by: .seconds(9))
    well.send(7)
    #expect(well.starts.value == 1 && well.live == 1)
    #expect(next.current?.events == [1, 7])
  }

  @Test("of subscribers that leave at the same time, the last keeps the connection")
  func race() throws {
    let shared = shared
    for round in 1...rounds(300) {
      let recorders = (0..<3).map { _ in Recorder(shared) }
      try onThreads(recorders.map { recorder in { recorder.dispose() } })
      #expect(well.live == 1 && well.starts.value == round)
      scheduler.advance(by: .seconds(2))
      #expect(well.live == 0)
    }
  }

  @Test("without the signal or the scheduler, nothing is waited for")
  func owners() {
    do {
      let recorder = Recorder(shared)
      recorder.dispose()
    }
    #expect(well.live == 0)
    var clock: TestScheduler? = TestScheduler()
    let shared = clock.map { well.signal.share(keepingConnected: .seconds(1), on: $0) }
    let recorder = shared.map { Recorder($0) }
    recorder?.dispose()
    #expect(well.live == 1)
    clock = nil
    #expect(well.live == 0)
    shared.map { Recorder($0) }?.dispose()
    #expect(well.live == 0 && well.starts.value == 3)
  }

  @Test("zero and less wait for the scheduler's turn", arguments: [Duration.zero, .seconds(-1)])
  func zero(timeout: Duration) {
    let shared = well.signal.share(keepingConnected: timeout, on: scheduler)
    Recorder(shared).dispose()
    #expect(well.live == 1)
    scheduler.advance()
    #expect(well.live == 0)
    let immediate = well.signal.share(keepingConnected: timeout, on: .immediate)
    Recorder(immediate).dispose()
    #expect(well.live == 0)
  }
}
