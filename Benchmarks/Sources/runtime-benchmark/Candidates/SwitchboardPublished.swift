import Switchboard
import SwitchboardBroadcast

/// A subject as a signal of the published workloads: its subscriptions end with their owners.
final class PublishedSubject: PublishedSignal {
  final class Listener: PublishedListener, LifetimeOwner, Sendable {
    let lifetime = Lifetime()
  }

  private let subject = PublishSubject<Minstd, Never>()

  init(capacity: Int) {}

  @inline(never) func connect(_ listener: Listener) {
    subject.subscribe(owner: listener) { listener, generator in listener.handle(generator) }
  }
  @inline(never) func emit(_ generator: Minstd) { subject.send(generator) }
}

/// The broadcaster that a subject is built on. A listener disposes its subscription.
final class PublishedBroadcaster: PublishedSignal {
  /// Sound: one thread sets and disposes the subscription.
  final class Listener: PublishedListener, @unchecked Sendable {
    fileprivate var subscription: Subscription?
    deinit { subscription?.dispose() }
  }

  private let broadcaster = Broadcaster<Minstd>(.serial)

  init(capacity: Int) {}

  @inline(never) func connect(_ listener: Listener) {
    listener.subscription = broadcaster.subscribe { [weak listener] generator in listener?.handle(generator) }
  }
  @inline(never) func emit(_ generator: Minstd) { broadcaster.send(generator) }
}
