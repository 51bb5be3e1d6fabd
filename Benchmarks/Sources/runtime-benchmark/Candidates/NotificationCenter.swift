import BenchmarkCommand
import Foundation
import SubscriberWorkloads

extension Candidate {
  static var notificationCenter: Candidate {
    let posts = "NotificationCenter: a post by name, with the value in its dictionary, or empty."
    let removals = "NotificationCenter: removeObserver and addObserver."
    return Candidate(
      "notification-center", "NotificationCenter of Foundation, with the value in its dictionary",
      [
        "board.set": Measurable(NotificationPosts.self, .sendFresh),
        "board.set.unobserved": Measurable(keyed: UnobservedPosts.self),
        "board.subscribe+dispose": Measurable(NotificationPosts.self, RuntimeSuite.churn),
        "bus.dispatch": Measurable(NotificationPosts.self, .sendFresh),
        "bus.dispatch.unheard": Measurable(keyed: UnobservedPosts.self),
        "bus.subscribe+dispose": Measurable(NotificationPosts.self, RuntimeSuite.churn),
        "board.set.threads": Measurable(onThreads: SharedPosts.self),
        "board.subscribe+dispose.threads": Measurable(onThreads: SharedPostsChurn.self),
        "bus.dispatch.threads": Measurable(onThreads: SharedPosts.self),
        "bus.subscribe+dispose.threads": Measurable(onThreads: SharedPostsChurn.self),
        "process.first-use": Measurable(firstUseOf: "notification-center"),
      ].merging(published(PublishedNotifications.self)) { $1 },
      notes: [
        "board.set": posts,
        "board.set.unobserved": "NotificationCenter keeps no values: posts of n names in turn.",
        "board.subscribe+dispose": removals,
        "bus.dispatch": posts,
        "bus.dispatch.unheard": "NotificationCenter: a post without observers.",
        "bus.subscribe+dispose": removals,
        "process.first-use": "NotificationCenter: a center, an observer, and a post with the value in its dictionary.",
      ])
  }

  static var emptyNotificationCenter: Candidate {
    Candidate(
      "notification-center-empty", "NotificationCenter of Foundation, without a value",
      [
        "board.set": Measurable(EmptyNotificationPosts.self, .sendFresh),
        "bus.dispatch": Measurable(EmptyNotificationPosts.self, .sendFresh),
        "bus.dispatch.unheard": Measurable(keyed: UnheardEmptyPosts.self),
      ])
  }
}

/// Posts a notification with its value. Posts by name, as a board's key is looked up.
final class NotificationPosts: SubscriberRegistry {
  private let center = NotificationCenter()
  private static let name = Notification.Name("measured.value")

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> any NSObjectProtocol {
    center.addObserver(forName: Self.name, object: nil, queue: nil) { notification in
      if let v = notification.userInfo?["value"] as? Int { sink.hit(v &+ number) }
    }
  }
  func unsubscribe(_ token: consuming any NSObjectProtocol) { center.removeObserver(token) }
  @inline(never) func send(_ value: Int) { center.post(name: Self.name, object: nil, userInfo: ["value": value]) }
}

/// Posts a notification without a value: the cost of posting alone.
final class EmptyNotificationPosts: SubscriberRegistry {
  private let center = NotificationCenter()
  private static let name = Notification.Name("measured.value")

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> any NSObjectProtocol {
    center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in sink.hit(number) }
  }
  func unsubscribe(_ token: consuming any NSObjectProtocol) { center.removeObserver(token) }
  @inline(never) func send(_ value: Int) { center.post(name: Self.name, object: nil) }
}

/// A center with one name as a signal of the published workloads. A listener removes its observer.
final class PublishedNotifications: PublishedSignal {
  /// Sound: one thread sets and removes the observer.
  final class Listener: PublishedListener, @unchecked Sendable {
    fileprivate var observer: (center: NotificationCenter, token: any NSObjectProtocol)?
    deinit { if let observer { observer.center.removeObserver(observer.token) } }
  }

  private let center = NotificationCenter()
  private static let name = Notification.Name("measured.value")

  init(capacity: Int) {}

  @inline(never) func connect(_ listener: Listener) {
    let token = center.addObserver(forName: Self.name, object: nil, queue: nil) { [weak listener] notification in
      if let generator = notification.userInfo?["value"] as? Minstd { listener?.handle(generator) }
    }
    listener.observer = (center, token)
  }
  @inline(never) func emit(_ generator: Minstd) {
    center.post(name: Self.name, object: nil, userInfo: ["value": generator])
  }
}

final class UnobservedPosts: KeyedOperations {
  private let center = NotificationCenter()
  private let names: [Notification.Name]
  private var position = 0

  init(keys: Int) { names = (0..<keys).map { Notification.Name("key \($0)") } }

  @inline(never) func run(_ count: Int) {
    for value in 0..<count {
      center.post(name: names[position], object: nil, userInfo: ["value": value])
      position += 1
      if position == names.count { position = 0 }
    }
  }
}

/// Posts notifications without observers and without a value.
final class UnheardEmptyPosts: KeyedOperations {
  private let center = NotificationCenter()
  private let name = Notification.Name("measured.value")

  init(keys: Int) {}

  @inline(never) func run(_ count: Int) {
    for _ in 0..<count { center.post(name: name, object: nil) }
  }
}
