import OpenCombine
import SubscriberWorkloads

/// Two subjects with a value, where the second is assigned what the first sends.
final class OpenCombineOneWay: OpenCombineRegistry {
  private let left = CurrentValueSubject<Int, Never>(0)
  private let right = CurrentValueSubject<Int, Never>(0)
  private let binding: AnyCancellable

  init() { binding = left.assign(to: \.value, on: right) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    right.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { left.send(value) }
}

/// Assigns the values of a subject to a property of an object, which the subscription keeps.
final class OpenCombineBoundObject: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.assign(to: \.value, on: BoundObject(sink, number: number))
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Two subjects with a value that feed each other. A value that comes back ends the loop, because it is a duplicate.
final class OpenCombineTwoWay: OpenCombineRegistry {
  private let left = CurrentValueSubject<Int, Never>(0)
  private let right = CurrentValueSubject<Int, Never>(0)
  private var bindings: [AnyCancellable] = []
  private var isOdd = false

  init() {
    bindings = [
      left.removeDuplicates().sink { [unowned right] v in right.send(v) },
      right.removeDuplicates().sink { [unowned left] v in left.send(v) },
    ]
  }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    right.removeDuplicates().sink { v in sink.hit(v &+ number) }
  }
  /// Sets a value that differs from the value before, because a duplicate would not arrive.
  @inline(never) func send(_ value: Int) {
    isOdd.toggle()
    left.send(value &* 2 &+ (isOdd ? 1 : 0))
  }
}

/// The parts of a command that OpenCombine can build: an input that makes a publisher, and a state of the work.
final class OpenCombineCommand: OpenCombineRegistry {
  private let inputs = PassthroughSubject<Int, Never>()
  private let executing = CurrentValueSubject<Bool, Never>(false)
  private let values = PassthroughSubject<Int, Never>()
  private var work: AnyCancellable?

  init() {
    work = inputs.flatMap { [unowned executing] v in
      Just(v).handleEvents(receiveCompletion: { _ in executing.send(false) })
    }.sink { [unowned values] v in values.send(v) }
  }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    values.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    guard !executing.value else { return }
    executing.send(true)
    inputs.send(value)
  }
}
