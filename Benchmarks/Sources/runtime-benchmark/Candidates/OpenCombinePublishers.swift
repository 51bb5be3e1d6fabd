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
    // In two parts, because the type checker is slow on the whole chain.
    let three = subject.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }
    return three.scan(0) { $0 &+ $1 }.map { $0 &- 1 }.filter { $0 != .min }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// OpenCombine has no merge. Flattening a sequence of the two subjects has the same effect.
final class OpenCombineMerge: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()
  private let other = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    [subject, other].publisher.flatMap { $0 }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Creates a cold publisher for each subscription. OpenCombine has no publisher made of a closure that sends.
/// `Deferred` is the cheapest publisher that runs a closure for each subscription.
final class OpenCombineDeferred: OpenCombineRegistry {
  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    Deferred { Just(number) }.sink { v in sink.hit(v &+ number) }
  }
  /// Does nothing: the publisher has sent its value at subscription.
  func send(_ value: Int) {}
}
