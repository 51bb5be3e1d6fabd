import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Multicast: autoconnect and share")
struct AutoconnectTests {
  @Test("the first subscriber connects and misses nothing, the last disconnects")
  func firstAndLast() {
    let well = Well { observer, start in observer.send(.value(start)) }
    let shared = well.signal.publish().autoconnect()
    let first = Recorder(shared)
    let second = Recorder(shared)
    #expect(well.live == 1)
    first.dispose()
    #expect(well.live == 1)
    second.dispose()
    #expect(well.live == 0)
    #expect(first.events == [1])
    #expect(second.events == [])
  }

  @Test("a subscriber after the last one has left starts a new connection")
  func anew() {
    let well = Well { observer, start in observer.send(.value(start)) }
    for (shared, replayed) in [
      (well.signal.publish().autoconnect(), []), (well.signal.share(), []),
      (well.signal.share(replay: 1), [Event<Int>.value(7)]),
    ] {
      let before = well.starts.value
      Recorder(shared).dispose()
      let recorder = Recorder(shared)
      #expect(well.starts.value == before + 2)
      well.send(7)
      #expect(recorder.events == [.value(before + 2), 7])
      let late = Recorder(shared)
      #expect(late.events == replayed)
      late.dispose()
      recorder.dispose()
      #expect(well.live == 0)
    }
  }

  @Test("with a given subject the same subject continues")
  func ownSubject() {
    let well = Well { observer, start in observer.send(.value(start)) }
    let shared = well.signal.multicast(ReplaySubject()).autoconnect()
    Recorder(shared).dispose()
    #expect(Recorder(shared).events == [1, 2])
  }

  @Test("after: waits for this number of subscribers at the same time")
  func after() {
    let well = Well { observer, start in observer.send(.value(start)) }
    let shared = well.signal.publish().autoconnect(after: 2)
    let first = Recorder(shared)
    first.dispose()
    let second = Recorder(shared)
    #expect(well.starts.value == 0)
    let third = Recorder(shared)
    #expect([second, third].map(\.events) == [[1], [1]])
    second.dispose()
    well.send(5)
    #expect(third.events == [1, 5])
    third.dispose()
    #expect(well.live == 0)
    let fourth = Recorder(shared)
    #expect(well.starts.value == 1)
    let fifth = Recorder(shared)
    #expect([fourth, fifth].map(\.events) == [[2], [2]])
  }

  @Test("a count of zero has nothing to wait for: it traps and says what to do")
  func afterNobody() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().publish().autoconnect(after: 0)
    }
    #expect(result?.says("call connect()") == true)
  }

  @Test("a connection made by connect() stays when the last subscriber leaves")
  func asked() {
    let well = Well()
    let connection = well.signal.publish()
    let recorder = Recorder(connection.autoconnect())
    connection.connect()
    recorder.dispose()
    #expect(well.live == 1)
    connection.disconnect()
    #expect(well.live == 0)
    Recorder(connection.autoconnect()).dispose()
    #expect(well.live == 0)
    #expect(well.starts.value == 2)
  }

  @Test("after the end: the replay, the end, and no further subscription to the source")
  func afterTheEnd() {
    let well = Well()
    let shared = well.signal.share(replay: 2)
    let recorder = Recorder(shared)
    for event: Event<Int> in [1, 2, 3, .completed] { well.send(event) }
    #expect(recorder.events == [1, 2, 3, .completed])
    #expect(Recorder(shared).events == [2, 3, .completed])
    #expect(well.starts.value == 1)
  }

  @Test("the first subscriber gets a synchronous source, and the next gets the replay")
  func endsInsideConnect() {
    let well = Well { observer, _ in
      observer.send(1)
      observer.sendCompleted()
    }
    let shared = well.signal.share(replay: 1)
    #expect(Recorder(shared).events == [1, .completed])
    #expect(Recorder(shared).events == [1, .completed])
    #expect(well.starts.value == 1)
    #expect(Recorder(Signal<Int, Fault>.endlessProducer.share().take(3)).events == [1, 2, 3, .completed])
  }

  @Test("inside a handler the last subscriber may leave, and a new one may join")
  func insideHandler() {
    let well = Well()
    let shared = well.signal.share(replay: 1)
    let (first, second) = (Recorder<Int, Fault>(), Recorder<Int, Fault>())
    first.subscribe(to: shared) { [weak first] event in
      guard event == 1 else { return }
      first?.dispose()
      second.subscribe(to: shared)
    }
    well.send(1)
    well.send(2)
    #expect(first.events == [1])
    #expect(second.events == [2])
    #expect(well.live == 1)
    #expect(well.starts.value == 2)
    second.dispose()
    #expect(well.live == 0)
  }
}
