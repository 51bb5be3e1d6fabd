import SubscriberWorkloads
import Switchboard

/// What candidates that subscribe through Switchboard's public interface have in common.
///
/// Each writes out its own send and its own closure literal, `{ v in sink.hit(v &+ number) }`, which captures an object
/// and a number and so has a context of its own, as most handlers in programs do.
protocol SwitchboardRegistry: SubscriberRegistry where Token == Subscription {
  init()
}

extension SwitchboardRegistry {
  init(capacity: Int) { self.init() }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
}
