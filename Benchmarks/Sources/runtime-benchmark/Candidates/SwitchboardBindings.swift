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
