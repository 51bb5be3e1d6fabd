import Foundation
import OpenCombine
import SubscriberWorkloads

// Sound: OpenCombine locks its subjects, but does not declare them as sendable. The stored properties of the classes
// below do not change after `init`.

final class SharedPassthrough: SharedWork, @unchecked Sendable {
  static let operations = sharedHandlers
  private let subject = PassthroughSubject<Int, Never>()
  private var subscriptions: [AnyCancellable] = []

  init() {
    for number in 0..<sharedHandlers {
      let sink = SharedSink()
      subscriptions.append(subject.sink { v in sink.hit(v &+ number) })
    }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { send(value) } }
  @inline(never) private func send(_ value: Int) { subject.send(value) }
}

final class SharedPassthroughToOne: SharedWork, @unchecked Sendable {
  static let operations = 1
  private let subject = PassthroughSubject<Int, Never>()
  private let subscription: AnyCancellable

  init() {
    let sink = SharedSink()
    subscription = subject.sink { v in sink.hit(v) }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { send(value) } }
  @inline(never) private func send(_ value: Int) { subject.send(value) }
}

final class SharedPassthroughChurn: SharedWork, @unchecked Sendable {
  static let operations = 1
  private let subject = PassthroughSubject<Int, Never>()
  private let sink = SharedSink()
  private var subscriptions: [AnyCancellable] = []

  init() { for number in 0..<sharedHandlers { subscriptions.append(subscribe(number)) } }
  @inline(never) func run(_ count: Int) { for number in 0..<count { subscribe(number).cancel() } }
  @inline(never) private func subscribe(_ number: Int) -> AnyCancellable {
    subject.sink { [sink] v in sink.hit(v &+ number) }
  }
}

final class SharedCurrentValue: SharedWork, @unchecked Sendable {
  static let operations = 1
  private let subject = CurrentValueSubject<Int, Never>(0)
  private var subscriptions: [AnyCancellable] = []

  init() {
    let sink = SharedSink()
    subscriptions.append(subject.sink { v in sink.hit(v) })
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { send(value) } }
  @inline(never) private func send(_ value: Int) { subject.send(value) }
}

final class SharedPosts: SharedWork {
  static let operations = sharedHandlers
  private let center = NotificationCenter()
  private static let name = Notification.Name("measured.value")

  init() {
    for number in 0..<sharedHandlers {
      let sink = SharedSink()
      _ = center.addObserver(forName: Self.name, object: nil, queue: nil) { notification in
        if let v = notification.userInfo?["value"] as? Int { sink.hit(v &+ number) }
      }
    }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { post(value) } }
  @inline(never) private func post(_ value: Int) {
    center.post(name: Self.name, object: nil, userInfo: ["value": value])
  }
}

final class SharedPostsChurn: SharedWork {
  static let operations = 1
  private let center = NotificationCenter()
  private let sink = SharedSink()
  private static let name = Notification.Name("measured.value")

  init() { for number in 0..<sharedHandlers { _ = subscribe(number) } }
  @inline(never) func run(_ count: Int) { for number in 0..<count { center.removeObserver(subscribe(number)) } }
  @inline(never) private func subscribe(_ number: Int) -> any NSObjectProtocol {
    center.addObserver(forName: Self.name, object: nil, queue: nil) { [sink] notification in
      if let v = notification.userInfo?["value"] as? Int { sink.hit(v &+ number) }
    }
  }
}

/// The floor: threads that only read the same closures.
final class SharedFloor: SharedWork, @unchecked Sendable {
  static let operations = sharedHandlers
  // Sound: does not change after `init`.
  @exclusivity(unchecked) private var handlers: HandlerLoop

  init() {
    handlers = HandlerLoop(capacity: sharedHandlers)
    for number in 0..<sharedHandlers {
      let sink = SharedSink()
      handlers.append { v in sink.hit(v &+ number) }
    }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { call(value) } }
  @inline(never) private func call(_ value: Int) { handlers.call(value) }
}
