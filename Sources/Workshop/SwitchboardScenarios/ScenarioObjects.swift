internal import Observation
internal import Switchboard
internal import SwitchboardBroadcast

/// An owner with a lifetime.
final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  func advance() {}
}

/// An owner without a lifetime. A sweep ends the subscriptions that are bound to it.
final class Sign: Sendable {
  func show() {}
}

/// A screen's part, which only the main actor uses.
@MainActor
final class View {
  func show() {}
}

/// The error of the subjects that can fail.
struct Refusal: Error {}

/// A place where a program stores objects and forgets them: a global collection, a cache, a singleton's property.
final class ObjectStore<Thing: Sendable>: Sendable {
  private let things = Lock<[Thing]>([])

  func put(_ thing: Thing) { things.withLock { $0.append(thing) } }

  var all: [Thing] { things.withLock { $0 } }
}

/// A cache that keeps the newest eight things.
final class BoundedCache<Thing: Sendable>: Sendable {
  private let things = Lock<[Thing]>([])

  /// Returns the thing that leaves the cache, if the cache was full.
  @discardableResult
  func put(_ thing: Thing) -> Thing? {
    things.withLock { things in
      things.append(thing)
      return things.count > 8 ? things.removeFirst() : nil
    }
  }
}

/// A sequence of names that never repeat.
final class Names: Sendable {
  private let count = Lock(0)

  func next() -> String {
    count.withLock { count in
      count += 1
      return "name \(count)"
    }
  }
}

/// A stored property that can be set later.
final class Slot<Value: Sendable>: Sendable {
  private let content = Lock<Value?>(nil)

  var value: Value? {
    get { content.withLock { $0 } }
    set {
      let old = content.withLock { content in
        let old = content
        content = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }
}

/// Breaks reference cycles when the check is over. No other code could reach them, and a scenario must not really leak
/// memory.
///
/// The cleaner holds subscriptions weakly. The closures given to ``willCall(_:)`` should hold nothing strongly either.
final class Cleaner: Sendable {
  private struct Entry {
    weak var subscription: SubscriptionNode?
  }
  private let entries = Lock<[Entry]>([])

  private let calls = Lock<[@Sendable () -> Void]>([])

  deinit {
    for entry in entries.withLock({ $0 }) { entry.subscription?.dispose() }
    for call in calls.withLock({ $0 }) { call() }
  }

  func willCall(_ body: @escaping @Sendable () -> Void) { calls.withLock { $0.append(body) } }

  func willEnd(_ subscription: Subscription) { entries.withLock { $0.append(Entry(subscription: subscription.node)) } }
}

/// An observable object. Sound: only the code of one scenario uses it, directly and through a test scheduler.
@Observable
final class Model: @unchecked Sendable {
  var level = 0
}
