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
