import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Channel")
struct ChannelTests {
  typealias Ends = (leading: Recorder<Int, Fault>, following: Recorder<Int, Fault>)
  private func record(_ channel: Channel<Int, Fault>) -> Ends {
    (Recorder(channel.leading), Recorder(channel.following))
  }

  @Test("values cross, and never return to their sender")
  func cross() {
    let channel = Channel<Int, Fault>()
    let ends = record(channel)
    channel.leading.send(1)
    channel.following.send(2)
    #expect(ends.leading.events == [2])
    #expect(ends.following.events == [1])
  }

  @Test("the following side replays the last value, the leading side replays nothing")
  func replay() {
    let channel = Channel<Int, Fault>()
    for value in 1...2 {
      channel.leading.send(value)
      channel.following.send(10 * value)
    }
    let ends = record(channel)
    #expect(ends.following.events == [2])
    #expect(ends.leading.events == [])
  }

  @Test(
    "a subscription made in a handler receives what waits for its turn, at both ends",
    arguments: [true, false], [true, false])
  func joinDuringDelivery(isLeading: Bool, direct: Bool) {
    let channel = Channel<Int, Fault>()
    let (near, far) = isLeading ? (channel.leading, channel.following) : (channel.following, channel.leading)
    let received = Guarded<[Int]>([])
    near.subscribe { [weak near, weak far] value in
      guard value == 1, let near, let far else { return }
      far.send(2)
      let receive: @Sendable (Int) -> Void = { value in received.with { $0.append(value) } }
      if direct { near.subscribe(onNext: receive) } else { near.signal.subscribe(onNext: receive) }
    }
    far.send(1)
    far.send(3)
    #expect(received.with { $0 } == [2, 3])
  }

  @Test(
    "an end sent into one side reaches both, and late subscribers; nothing follows",
    arguments: [Event<Int>.completed, .error(.first)], [true, false])
  func end(end: Event<Int>, isLeading: Bool) {
    let channel = Channel<Int, Fault>()
    let ends = record(channel)
    channel.leading.send(1)
    (isLeading ? channel.leading : channel.following).send(end)
    for terminal in [channel.leading, channel.following] {
      terminal.send(2)
      terminal.send(.error(.second))
    }
    #expect(ends.leading.events == [end])
    #expect(ends.following.events == [1, end])
    let late = record(channel)
    #expect(late.leading.events == [end])
    #expect(late.following.events == [1, end])
    #expect(channel.leading.census.count + channel.following.census.count == 0)
  }

  @Test("events sent after the first end reach no subscriber on either side")
  func sendDuringEnd() {
    let channel = Channel<Int, Fault>()
    let ends = record(channel)
    channel.following.subscribe(onError: { [weak following = channel.following] _ in
      following?.send(2)
      following?.sendCompleted()
    })
    channel.leading.send(error: .first)
    #expect(ends.leading.events == [.error(.first)])
    #expect(ends.following.events == [.error(.first)])
  }

  @Test("a signal may be subscribed into an end, and the end of the channel disposes that subscription")
  func upstream() {
    let channel = Channel<Int, Fault>()
    let subject = PublishSubject<Int, Fault>()
    let ends = record(channel)
    subject.subscribe(channel.leading)
    subject.send(1)
    channel.following.sendCompleted()
    #expect(subject.census.count == 0)
    #expect(ends.following.events == [1, .completed])
    subject.subscribe(channel.following)
    #expect(subject.census.count == 0)
  }

  @Test("a value sent inside a handler crosses in its turn")
  func reentrancy() {
    let channel = Channel<Int, Fault>()
    let ends = record(channel)
    channel.following.subscribe(onNext: { [weak leading = channel.leading, weak following = channel.following] value in
      following?.send(-value)
      if value == 1 { leading?.send(2) }
    })
    let after = Recorder(channel.following)
    channel.leading.send(1)
    #expect(after.events == [1, 2])
    #expect(ends.leading.events == [-1, -2])
  }

  @Test("an end keeps the channel; without ends it is deallocated, and its subscriptions end without an event")
  func memory() {
    var end: ChannelTerminal<Int, Fault>? = Channel().leading
    let recorder = end.map { Recorder($0) }
    #expect(recorder?.isDisposed == false)
    end = nil
    #expect(recorder?.isDisposed == true)
    #expect(recorder?.events == [])
  }

  @Test("bound ends of two channels: values and the end cross both channels", arguments: [true, false])
  func linked(isError: Bool) {
    let (first, second) = (Channel<Int, Fault>(), Channel<Int, Fault>())
    first.leading.send(1)
    second.leading.bind(twoWay: first.following)
    let ends = (Recorder(first.leading), Recorder(second.following))
    first.leading.send(2)
    second.following.send(3)
    #expect(ends.0.events == [3])
    #expect(ends.1.events == [1, 2])
    let end: Event<Int> = isError ? .error(.second) : .completed
    second.following.send(end)
    #expect(ends.0.events == [3, end])
    #expect(ends.1.events == [1, 2, end])
  }

  @Test("a circle of channels passes each value once through each channel", arguments: 2...4)
  func circle(count: Int) {
    let ring = (0..<count).map { _ in Channel<Int, Fault>() }
    for number in 0..<count { ring[number].following.bind(twoWay: ring[(number + 1) % count].leading) }
    let ends = ring.map(record)
    ring[0].leading.send(1)
    ring[1].following.send(2)
    let crossed = ends.flatMap { $0.leading.events + $0.following.events }
    #expect(crossed.filter { $0 == 1 }.count == count)
    #expect(crossed.filter { $0 == 2 }.count == count)
    ring[1].leading.sendCompleted()
    #expect(ends.allSatisfy { $0.leading.events.last == .completed && $0.following.events.last == .completed })
    withExtendedLifetime(ring) {}
  }

  @Test("ends that are subscribed to each other pass each value once")
  func subscribedToEachOther() {
    let (first, second) = (Channel<Int, Fault>(), Channel<Int, Fault>())
    for (one, other) in [(first.following, second.leading), (second.following, first.leading)] {
      one.subscribe(other)
      other.subscribe(one)
    }
    let ends = record(first)
    first.leading.send(1)
    second.leading.send(2)
    #expect(ends.leading.events == [])
    #expect(ends.following.events == [1, 2])
    first.leading.sendCompleted()
    #expect(Recorder(second.leading).events == [.completed])
  }

  @Test("a dropped channel completes the channel that it is bound to; neither keeps the other")
  func linkedMemory() {
    let kept = Channel<Int, Fault>()
    let recorder = Recorder(kept.following)
    kept.leading.bind(twoWay: Channel<Int, Fault>().following)
    #expect(recorder.events == [.completed])
  }

  @Test("binding a channel to itself traps and says what to do")
  func itself() async {
    for _ in 0..<1 {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let channel = Channel<Int, Never>()
        channel.leading.bind(twoWay: channel.following)
      }
      #expect(result?.says("cannot bind a channel to itself") == true)
    }
  }
}
