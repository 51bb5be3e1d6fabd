import Switchboard
import SwitchboardBroadcast

/// What happened when an entry was played.
package struct MarbleRun: Sendable {
  package let subscribers: [MarbleDiagram.Subscriber]
  package let subscriptions: [MarbleInput: MarbleDiagram.Subscriptions]
  package let log: [Moment]
  /// The sources that are subscribed to after all subscribers have ended their subscriptions.
  package let leftover: [MarbleInput]

  private final class Received: Sendable {
    let moments = Lock<[Moment]>([])
  }

  /// Plays the entry with the given number, on a virtual clock of its own.
  ///
  /// - Parameter disposal: The time after whose events all subscribers end their subscriptions. By default, the end of
  ///   the diagram.
  package init(
    _ number: Int, feed: MarbleFeed = .asDrawn, disposal: MarbleTime? = nil, areTimersEarly: Bool = false
  ) {
    let inputs = MarbleInputs(areTimersEarly: areTimersEarly)
    let (player, diagram) = (inputs.player, inputs.diagrams[number])
    let disposal = disposal ?? diagram.end
    player.play(diagram.sources, feed)
    let subscribe = diagram.make()
    let bag = CompositeDisposable()
    let received = diagram.subscribers.filter { $0.begin <= disposal }.map { subscriber in
      let received = Received()
      player.advance(to: subscriber.begin)
      bag.add(subscribe { [now = player.now] mark in received.moments.withLock { $0.append(Moment(now(), mark)) } })
      return (subscriber.begin, received)
    }
    player.advance(to: disposal)
    subscriptions = player.subscriptions
    bag.dispose()
    leftover = player.subscriptions.filter { $0.value.contains { $0.upperBound == .open } }.map(\.key)
    // What still arrives, arrives although the subscription has ended.
    player.advance(to: diagram.end + 100)
    subscribers = received.map { MarbleDiagram.Subscriber(begin: $0, moments: $1.moments.withLock { $0 }) }
    log = player.log
  }
}
