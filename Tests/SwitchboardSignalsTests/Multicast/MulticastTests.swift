import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Multicast: a connection")
struct MulticastTests {
  @Test("publish subscribes once for all subscribers, when it is connected")
  func publish() {
    let well = Well()
    let connection = well.signal.publish()
    let (first, second) = (Recorder(connection), Recorder(connection.map { -$0 }))
    #expect(well.starts.value == 0)
    #expect(!connection.isConnected)
    let handle = connection.connect()
    #expect(connection.connect() == handle)
    #expect(connection.isConnected)
    well.send(1)
    let late = Recorder(connection)
    well.send(2)
    #expect(well.starts.value == 1)
    #expect(first.events == [1, 2])
    #expect(second.events == [-1, -2])
    #expect(late.events == [2])
    first.dispose()
    second.dispose()
    late.dispose()
    #expect(well.live == 1)
    connection.disconnect()
    #expect(well.live == 0)
    #expect(handle.isDisposed)
  }

  @Test("a subscriber stays during a disconnection, and gets the values of the next connection")
  func connectAgain() {
    let well = Well { observer, start in observer.send(10 * start) }
    let connection = well.signal.publish()
    let recorder = Recorder(connection)
    connection.connect()
    connection.disconnect()
    connection.disconnect()
    #expect(!recorder.isDisposed)
    #expect(connection.connect() == connection.connect())
    well.send(.completed)
    #expect(recorder.events == [10, 20, .completed])
  }

  @Test("disposing the handle disconnects")
  func handle() {
    let well = Well()
    let connection = well.signal.publish()
    let recorder = Recorder(connection)
    connection.connect().dispose()
    #expect(well.live == 0)
    #expect(!connection.isConnected)
    connection.connect()
    well.send(1)
    #expect(recorder.events == [1])
  }

  @Test(
    "connecting after the end does nothing; late subscribers get the end",
    arguments: [Event<Int>.completed, .error(.first)])
  func afterTheEnd(end: Event<Int>) {
    let well = Well()
    for connection in [
      well.signal.publish(), well.signal.multicast(PublishSubject()), well.signal.multicast { PublishSubject() },
    ] {
      let starts = well.starts.value
      let recorder = Recorder(connection)
      connection.connect()
      well.send(1)
      well.send(end)
      #expect(recorder.events == [1, end])
      #expect(connection.connect().isDisposed)
      #expect(!connection.isConnected)
      #expect(Recorder(connection).events == [end])
      #expect(Recorder(connection.autoconnect()).events == [end])
      #expect(well.starts.value == starts + 1)
    }
  }

  @Test("reconnecting starts again with a new subject, before and after the end")
  func reconnect() {
    let well = Well()
    let connection = well.signal.replay()
    let first = Recorder(connection)
    well.send(1)
    connection.reconnect()
    #expect(first.isDisposed)
    #expect(well.live == 1)
    let second = Recorder(connection)
    well.send(2)
    well.send(.completed)
    #expect(first.events == [1])
    #expect(second.events == [2, .completed])
    #expect(!connection.reconnect().isDisposed)
    let third = Recorder(connection)
    well.send(3)
    #expect(third.events == [3])
    #expect(well.starts.value == 3)
  }

  @Test("a connection with one given subject cannot reconnect, and says what to write")
  func reconnectOwnSubject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Signal<Int, Never>.never().multicast(PublishSubject()).reconnect()
    }
    #expect(result?.says("make the connection with multicast { PublishSubject() }") == true)
  }

  @Test("the program may send to a given subject, and the end of that subject disconnects")
  func ownSubject() {
    let well = Well()
    let subject = PublishSubject<Int, Fault>()
    let connection = well.signal.multicast(subject)
    let recorder = Recorder(connection)
    connection.connect()
    well.send(1)
    subject.send(2)
    subject.sendCompleted()
    #expect(recorder.events == [1, 2, .completed])
    #expect(well.live == 0)
    #expect(connection.connect().isDisposed)
  }

  @Test("replay connects immediately, replayLazily with the first subscription")
  func replays() {
    let well = Well { observer, _ in for value in 1...3 { observer.send(.value(value)) } }
    let (all, last) = (well.signal.replay(), well.signal.replayLast())
    let lazy = well.signal.replayLazily()
    let two = well.signal.replayLazily(capacity: 2)
    #expect(well.starts.value == 2)
    #expect(Recorder(all).events == [1, 2, 3])
    #expect(Recorder(last).events == [3])
    for _ in 0..<2 { #expect(Recorder(lazy).events == [1, 2, 3]) }
    #expect(Recorder(two).events == [1, 2, 3])
    #expect(Recorder(two).events == [2, 3])
    #expect(well.starts.value == 4)
    well.send(.error(.second))
    #expect(Recorder(all).events == [1, 2, 3, .error(.second)])
    #expect(Recorder(lazy).events == [1, 2, 3, .error(.second)])
  }

  @Test("a producer that connects, disconnects and reconnects inside its own connection")
  func fromInside() {
    let place = Guarded<MulticastConnection<Int, Fault>?>(nil)
    let well = Well { observer, start in
      let connection = place.current
      #expect(connection?.connect().isDisposed == false)
      if start < 3 {
        connection?.disconnect()
        #expect(observer.isDisposed)
        connection?.connect()
      }
      observer.send(.value(start))
    }
    let connection = well.signal.publish()
    place.set(connection)
    let recorder = Recorder(connection)
    connection.connect()
    #expect(recorder.events == [3])
    #expect(well.starts.value == 3)
    #expect(well.live == 1)
    connection.disconnect()
    place.set(nil)
  }

  @Test("when the source is deallocated, its waiting subscribers end, and the next connect starts again")
  func loss() {
    let well = Well()
    let connection = well.signal.publish()
    let recorder = Recorder(connection)
    connection.connect()
    well.dryUp()
    #expect(recorder.isDisposed)
    #expect(recorder.events == [])
    let second = Recorder(connection)
    connection.connect()
    well.send(1)
    #expect(second.events == [1])
    connection.disconnect()
  }

  @Test("a source keeps the subject while connected; when the source is deallocated, everything is released")
  func memory() {
    let (well, population) = (Well(), Population())
    let recorders = { () -> [Recorder<Int, Fault>] in
      let member = population.member()
      let connection = well.signal.map { [member] value in withExtendedLifetime(member) { value } }.publish()
      let recorders = [Recorder(connection), Recorder(connection.autoconnect(after: 2))]
      connection.connect()
      return recorders
    }()
    well.send(1)
    #expect(recorders.map(\.events) == [[1], [1]])
    well.dryUp()
    #expect(recorders.allSatisfy { $0.isDisposed })
    #expect(population.count == 0)
    // No reference is left through which the signal could be connected.
    #expect(Recorder(well.signal.publish()).isDisposed)
    #expect(Recorder(well.signal.publish().autoconnect(after: 2)).isDisposed)
  }

  @Test("a shared signal without values sends its end")
  func withoutValues() {
    let subject = PublishSubject<Int, Fault>()
    let recorder = Recorder(subject.ignoreValues().share())
    subject.send(1)
    #expect(!recorder.isDisposed)
    subject.sendCompleted()
    #expect(recorder.events == [.completed])
  }
}
