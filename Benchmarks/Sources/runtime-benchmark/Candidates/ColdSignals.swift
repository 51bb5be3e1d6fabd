import OpenCombine
import SubscriberWorkloads
import Switchboard

// Subscriptions to a cold signal that was made once, and the reduction of a sequence.

/// A cold signal whose subscriptions receive one value and the end.
protocol ColdSubscriptions: CheckedWork {
  init()
  var sink: Sink { get }
  func subscribe(_ value: Int)
}

extension ColdSubscriptions {
  init(size: Int) { self.init() }
  var sum: Int { sink.total }
  /// Of each subscription, the value 1 and the end, which counts 1.
  static func sum(after runs: [Int], size: Int) -> Int { 2 * runs.reduce(0, +) }
  @inline(never) func run(_ count: Int) { for value in 0..<count { subscribe(value) } }
}

final class SwitchboardCold: ColdSubscriptions {
  let sink = Sink()
  private let signal = Signal<Int, Never> { observer in
    observer.send(1)
    observer.sendCompleted()
    return nil
  }

  @inline(never) func subscribe(_: Int) {
    signal.subscribe(onNext: { [sink] v in sink.hit(v) }, onCompleted: { [sink] in sink.hit(1) })
  }
}

final class OpenCombineCold: ColdSubscriptions {
  let sink = Sink()
  private let publisher = SendingPublisher { send in
    send(1)
    send(nil)
  }

  @inline(never) func subscribe(_: Int) {
    _ = publisher.sink(receiveCompletion: { [sink] _ in sink.hit(1) }, receiveValue: { [sink] v in sink.hit(v) })
  }
}

/// A publisher made of a closure that sends, because OpenCombine has none. The closure sends nil at the end. A
/// subscription starts the closure with the first demand, and accounts for no more demand than that.
private struct SendingPublisher: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let producer: ((Int?) -> Void) -> Void

  func receive<Downstream: Subscriber<Int, Never>>(subscriber: Downstream) {
    subscriber.receive(subscription: Inner(producer, subscriber))
  }

  private final class Inner<Downstream: Subscriber<Int, Never>>: OpenCombine.Subscription {
    private let producer: ((Int?) -> Void) -> Void
    private var downstream: Downstream?

    init(_ producer: @escaping ((Int?) -> Void) -> Void, _ downstream: Downstream) {
      self.producer = producer
      self.downstream = downstream
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand > .none else { return }
      producer { value in
        if let value { _ = downstream?.receive(value) } else { end() }
      }
    }
    func cancel() { downstream = nil }

    private func end() {
      let downstream = downstream
      self.downstream = nil
      downstream?.receive(completion: .finished)
    }
  }
}

/// A reduction of the values of an array to their sum. One operation is one value.
protocol Reductions: CheckedWork {
  init(_ values: [Int])
  var values: [Int] { get }
  var sink: Sink { get }
  func reduce()
}

extension Reductions {
  init(size: Int) { self.init(Array(0..<size)) }
  var sum: Int { sink.total }
  static func sum(after runs: [Int], size: Int) -> Int {
    runs.reduce(0) { $0 + $1 / size * (sumOfValues(size) - size) }
  }
  static func granule(_ size: Int) -> Int { size }
  @inline(never) func run(_ count: Int) { for _ in 0..<count / values.count { reduce() } }
}

final class SwitchboardReductions: Reductions {
  let values: [Int]
  let sink = Sink()

  init(_ values: [Int]) { self.values = values }
  @inline(never) func reduce() {
    Signal<Int, Never>(values).reduce(0) { $0 &+ $1 }.subscribe { [sink] v in sink.hit(v) }
  }
}

final class OpenCombineReductions: Reductions {
  let values: [Int]
  let sink = Sink()

  init(_ values: [Int]) { self.values = values }
  @inline(never) func reduce() {
    _ = values.publisher.reduce(0) { $0 &+ $1 }.sink { [sink] v in sink.hit(v) }
  }
}

/// The floor: the reduction of the array itself.
final class ArrayReductions: Reductions {
  let values: [Int]
  let sink = Sink()

  init(_ values: [Int]) { self.values = values }
  @inline(never) func reduce() { sink.hit(values.reduce(0) { $0 &+ $1 }) }
}
