import OpenCombine
import SubscriberWorkloads

final class OpenCombineSubject: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineCurrentValue: OpenCombineRegistry {
  private let subject = CurrentValueSubject<Int, Never>(0)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineMapFilter: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.map { $0 &+ 1 }.filter { $0 != .min }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineSix: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    // In two parts, for the sake of the type checker.
    let three = subject.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }
    return three.scan(0) { $0 &+ $1 }.map { $0 &- 1 }.filter { $0 != .min }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// OpenCombine has no merge; flattening a sequence of the two means the same.
final class OpenCombineMerge: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()
  private let other = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    [subject, other].publisher.flatMap { $0 }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Each subscription makes its own cold publisher. OpenCombine has none that is made of a closure that sends; this is
/// the cheapest that runs a closure for each subscription.
final class OpenCombineDeferred: OpenCombineRegistry {
  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    Deferred { Just(number) }.sink { v in sink.hit(v &+ number) }
  }
  /// It has sent what it sends when it was subscribed to.
  func send(_ value: Int) {}
}
