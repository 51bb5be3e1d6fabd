import Switchboard
import SwitchboardTesting

func multicasting() {
  let feed = PublishSubject<Int, Fault>()
  let prices = feed.publish()
  let (first, second) = (Recorder(prices), Recorder(prices.signal))
  check(!prices.isConnected, "nothing is subscribed to yet")
  let connection = prices.connect()
  check(prices.isConnected && feed.census.count == 1, "one subscription for both")
  check(prices.connect() == connection, "connecting again returns the same handle")
  feed.send(1)
  prices.disconnect()
  feed.send(2)
  check([first.text, second.text], is: ["1", "1"], "both subscribers get the value while the connection lasts")
  prices.connect()
  feed.send(3)
  prices.reconnect()
  feed.send(4)
  check([first.text, second.text], is: ["1 3", "1 3"], "the subscribers get nothing from a new subject")
  let third = Recorder(prices)
  feed.sendCompleted()
  check(third.text, is: "|", "a present subscriber gets the end")
  check(prices.connect().isDisposed, "after it there is nothing to connect")
}

func replaying() {
  let feed = PublishSubject<Int, Fault>()
  let (all, last, some, lazy) = (feed.replay(), feed.replayLast(), feed.replay(capacity: 2), feed.replayLazily())
  let few = feed.replayLazily(capacity: 1)
  check(feed.census.count, is: 3, "three have connected")
  let early = [Recorder(lazy), Recorder(few)]
  check(feed.census.count, is: 5, "the lazy ones with their first subscriber")
  for number in 1...3 { feed.send(number) }
  check(
    [all, last, some, lazy, few].map { Recorder($0).text }, is: ["1 2 3", "3", "2 3", "1 2 3", "3"],
    "each subject replays the values that it keeps")
  check(early.map(\.text), is: ["1 2 3", "1 2 3"], "present subscribers get all values")
  for connection in [all, last, some, lazy, few] { connection.disconnect() }
  check(feed.census.count, is: 0, "all have disconnected")
}

func sharing() {
  let feed = PublishSubject<Int, Fault>()
  let (shared, plain) = (feed.share(replay: 1), feed.share())
  let (first, other) = (Recorder(shared), Recorder(plain))
  check(feed.census.count, is: 2, "one subscription for each that is shared")
  feed.send(1)
  let late = [Recorder(shared), Recorder(plain)]
  check(late.map(\.text), is: ["1", ""], "a late subscriber gets the replay")
  check(feed.census.count, is: 2, "the late subscriber makes no further subscription")
  for recorder in late + [first, other] { recorder.dispose() }
  check(feed.census.count, is: 0, "the subscription ends with the last subscriber")

  let clock = TestScheduler()
  let kept = feed.share(replay: 1, keepingConnected: .seconds(1), on: clock)
  Recorder(kept).dispose()
  check(feed.census.count, is: 1, "a connection that is kept lasts")
  clock.advance(by: .seconds(1))
  check(feed.census.count, is: 0, "until its time is over")

  let connection = feed.multicast(ReplaySubject<Int, Fault>(capacity: 2))
  let joined = connection.autoconnect(after: 2)
  let one = Recorder(joined)
  check(!connection.isConnected, "one subscriber is not enough")
  let two = Recorder(joined)
  check(connection.isConnected, "two subscribers are enough")
  feed.send(2)
  check([one.text, two.text], is: ["2", "2"], "both subscribers get the value")
  let made = feed.multicast { BehaviorSubject<Int, Fault>(0) }
  let third = Recorder(made.autoconnect())
  feed.send(3)
  check(third.text, is: "0 3", "through a subject that is made for it")
  made.reconnect()
  check(Recorder(made).text, is: "0", "a new subject is made")
}
