import SubscriberWorkloads
import Switchboard
import SwitchboardVirtualTime

final class SwitchboardMapFilter: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.map { $0 &+ 1 }.filter { $0 != .min }.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class SwitchboardSix: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    // In two parts, because the type checker is slow on the whole chain.
    let three = subject.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }
    return three.scan(0) { $0 &+ $1 }.map { $0 &- 1 }.filter { $0 != .min }.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Sends through one of two merged subjects; the other subject is idle.
final class SwitchboardMerge: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.merge(with: other).subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Turns each value into a signal of that value.
final class SwitchboardFlatMap: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.flatMap { .just($0) }.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Turns each value into a signal of that value, and leaves the signal of the value before.
final class SwitchboardFlatMapLatest: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.flatMapLatest { .just($0) }.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Turns each value into a signal of that value, one signal after the other.
final class SwitchboardConcatMap: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.concatMap { .just($0) }.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Switches between two subjects, and sends the value through the present one.
final class SwitchboardSwitch: SwitchboardRegistry {
  private let outer = PublishSubject<PublishSubject<Int, Never>, Never>()
  private var present = PublishSubject<Int, Never>()
  private var other = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    outer.switchToLatest().subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    swap(&present, &other)
    outer.send(present)
    present.send(value)
  }
}

/// Shares one subscription to a subject, with the last value for late subscribers.
final class SwitchboardShareReplay: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let shared: Signal<Int, Never>

  init() { shared = subject.share(replay: 1) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    shared.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Two combined subjects without values, for subscriptions.
final class SwitchboardCombineTwo: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = PublishSubject<Int, Never>()
  private var isOtherSent = false

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.combineLatest(with: other).subscribe { v in sink.hit(v.0 &+ v.1 &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    if !isOtherSent { other.send(1) }
    isOtherSent = true
    subject.send(value)
  }
}

/// Sends through one of two combined subjects that both have a value.
final class SwitchboardCombineLatest: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = BehaviorSubject<Int, Never>(1)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.combineLatest(with: other).subscribe { v in sink.hit(v.0 &+ v.1 &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class SwitchboardZip: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.zip(with: other).subscribe { v in sink.hit(v.0 &+ v.1 &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    other.send(value)
  }
}

/// Advances the virtual time after each value, so that the value arrives.
final class SwitchboardDebounce: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let scheduler = TestScheduler()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.debounce(.milliseconds(10), on: scheduler).subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    scheduler.advance(by: .milliseconds(10))
  }
}
