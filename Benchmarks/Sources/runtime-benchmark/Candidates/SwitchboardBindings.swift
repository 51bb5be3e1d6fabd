import SubscriberWorkloads
import Switchboard

/// Sets a property that has a subscriber.
final class SwitchboardProperty: SwitchboardRegistry {
  private let property = Property(0)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    property.changes.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { property.set(value) }
}

/// Sets one of two properties that are bound to each other; the subscriber is at the other property.
final class SwitchboardTwoWay: SwitchboardRegistry {
  private let left = Property(0)
  private let right = Property(0)

  init() { left.bind(twoWay: right) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    right.changes.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { left.set(value) }
}

/// Sets a property to which another property is bound; the subscriber is at the other property.
final class SwitchboardOneWay: SwitchboardRegistry {
  private let left = Property(0)
  private let right = Property(0)

  init() { left.bind(to: right) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    right.changes.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { left.set(value) }
}

/// An object whose property is bound. Sound: one thread runs everything.
final class BoundObject: @unchecked Sendable {
  private let sink: Sink
  private let number: Int
  var value = 0 { didSet { sink.hit(value &+ number) } }

  init(_ sink: Sink, number: Int) {
    self.sink = sink
    self.number = number
  }
}

/// Sends a value through a subject that is bound to a property of an object. The token keeps the object.
final class SwitchboardBoundObject: SubscriberRegistry {
  private let subject = PublishSubject<Int, Never>()

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> (BoundObject, Subscription) {
    let object = BoundObject(sink, number: number)
    return (object, subject.bind(to: object, \.value))
  }
  func unsubscribe(_ token: consuming (BoundObject, Subscription)) { token.1.dispose() }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Sends into the leading end of a channel; the following end answers, and the answer comes out of the leading end.
final class SwitchboardChannel: SwitchboardRegistry {
  private let channel = Channel<Int, Never>()

  init() {
    channel.following.subscribe { [weak end = channel.following] value in end?.send(value) }
  }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    channel.leading.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { channel.leading.send(value) }
}

/// Executes a command whose work sends one value and completes immediately.
final class SwitchboardCommand: SwitchboardRegistry {
  private let command = Command<Int, Int, Never> { .just($0) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    command.values.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { command.execute(value) }
}
