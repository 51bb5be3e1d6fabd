import OpenCombine
import SubscriberWorkloads

final class OpenCombineFlatMapLatest: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.map { Just($0) }.switchToLatest().sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineConcatMap: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.flatMap(maxPublishers: .max(1)) { Just($0) }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineSwitch: OpenCombineRegistry {
  private let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
  private var present = PassthroughSubject<Int, Never>()
  private var other = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    outer.switchToLatest().sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    swap(&present, &other)
    outer.send(present)
    present.send(value)
  }
}

final class OpenCombineShareReplay: OpenCombineRegistry {
  private typealias Multicast = Publishers.Multicast<PassthroughSubject<Int, Never>, CurrentValueSubject<Int, Never>>

  private let subject = PassthroughSubject<Int, Never>()
  private let shared: Publishers.Autoconnect<Multicast>

  init() { shared = subject.multicast(subject: CurrentValueSubject(0)).autoconnect() }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    shared.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}
