import SubscriberWorkloads
import Switchboard

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
    // In two parts, for the sake of the type checker.
    let three = subject.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }
    return three.scan(0) { $0 &+ $1 }.map { $0 &- 1 }.filter { $0 != .min }.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Of two subjects one sends; the other is there.
final class SwitchboardMerge: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.merge(with: other).subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Each value becomes a signal of itself.
final class SwitchboardFlatMap: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.flatMap { .just($0) }.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Of two subjects that have both sent, one sends again.
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

/// After each value its time passes, and it arrives.
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
