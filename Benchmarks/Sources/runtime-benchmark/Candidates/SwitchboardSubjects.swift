import SubscriberWorkloads
import Switchboard

final class SwitchboardSubject: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class SwitchboardReplay: SwitchboardRegistry {
  private let subject = ReplaySubject<Int, Never>(capacity: 1)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class SwitchboardBehavior: SwitchboardRegistry {
  private let subject = BehaviorSubject<Int, Never>(0)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}
