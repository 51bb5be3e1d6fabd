import Switchboard
import SwitchboardBroadcast

/// What happened when an entry was played.
package struct MarbleRun: Sendable {
  package let subscribers: [MarbleDiagram.Subscriber]
  package let subscriptions: [MarbleInput: MarbleDiagram.Subscriptions]
  package let log: [Moment]
  /// For each subscriber, whether the subscription has ended before the disposal.
  package let hasEnded: [Bool]
  /// The sources that are subscribed to after all subscribers have ended their subscriptions.
  package let leftover: [MarbleInput]

  private final class Received: Sendable {
    let moments = Lock<[Moment]>([])
  }

  /// Plays the entry with the given number of `table`, on a virtual clock of its own.
  ///
  /// - Parameter disposal: The time after whose events all subscribers end their subscriptions. By default, the end of
  ///   the diagram.
  package init(
    _ number: Int, of table: (MarbleInputs) -> [MarbleDiagram] = \.diagrams, supply: MarbleSupply = .asDrawn,
    disposal: MarbleTime? = nil, areTimersEarly: Bool = false
  ) {
    let inputs = MarbleInputs(areTimersEarly: areTimersEarly)
    let (player, diagram) = (inputs.player, table(inputs)[number])
    let disposal = disposal ?? diagram.end
    player.play(diagram.sources, supply)
    let subscribe = diagram.make()
    let bag = CompositeDisposable()
    let received = diagram.subscribers.filter { $0.begin <= disposal }.map { subscriber in
      let received = Received()
      player.advance(to: subscriber.begin)
      let subscription = subscribe { [now = player.now] mark in
        received.moments.withLock { $0.append(Moment(now(), mark)) }
      }
      bag.add(subscription.object)
      return (subscriber.begin, received, subscription)
    }
    player.advance(to: disposal)
    hasEnded = received.map(\.2.isDisposed)
    subscriptions = player.subscriptions
    bag.dispose()
    leftover = player.subscriptions.filter { $0.value.contains { $0.upperBound == .open } }.map(\.key)
    // What still arrives, arrives although the subscription has ended.
    player.advance(to: diagram.end + 100)
    subscribers = received.map { begin, received, _ in
      MarbleDiagram.Subscriber(begin: begin, moments: received.moments.withLock { $0 })
    }
    log = player.log
  }
}
