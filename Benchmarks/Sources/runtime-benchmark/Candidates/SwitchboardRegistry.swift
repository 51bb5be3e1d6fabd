import SubscriberWorkloads
import Switchboard

/// The common part of the candidates that subscribe through Switchboard's public interface.
///
/// Each candidate contains its own send and its own closure literal, `{ v in sink.hit(v &+ number) }`. The literal
/// captures an object and a number and so has a context, as most handlers in programs do.
protocol SwitchboardRegistry: SubscriberRegistry where Token == Subscription {
  init()
}

extension SwitchboardRegistry {
  init(capacity: Int) { self.init() }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
}
