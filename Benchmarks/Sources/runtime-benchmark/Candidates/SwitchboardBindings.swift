import SubscriberWorkloads
import Switchboard

/// A property is set; who watches it hears of it.
final class SwitchboardProperty: SwitchboardRegistry {
  private let property = Property(0)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    property.changes.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { property.set(value) }
}

/// Of two properties that are bound to each other one is set; who watches the other hears of it.
final class SwitchboardTwoWay: SwitchboardRegistry {
  private let left = Property(0)
  private let right = Property(0)

  init() { left.bind(twoWay: right) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    right.changes.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { left.set(value) }
}

/// What is sent into the leading end is answered at the following end, and the answer comes out of the leading one.
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

/// An execution of work that sends one value and completes at once.
final class SwitchboardCommand: SwitchboardRegistry {
  private let command = Command<Int, Int, Never> { .just($0) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    command.values.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { command.execute(value) }
}
