import CTaskHook
import Dispatch
import OpenCombine
import OpenCombineDispatch
import SubscriberWorkloads
import Switchboard
import Synchronization

/// Values that go to a serial queue in bursts. The queue's target is the main queue, and the thread that measures is
/// the main thread. So one thread sends and receives, and no figure contains the operating system's scheduler.
protocol Hop: CheckedWork {
  init()
  var sink: Sink { get }
  func send(_ value: Int)
}

/// The number of values that are sent before the queue's turn.
private let burst = 64

extension Hop {
  init(size: Int) { self.init() }
  var sum: Int { sink.total }

  @inline(never) func run(_ count: Int) {
    for value in 0..<count {
      send(value)
      if value % burst == burst - 1 { switchboard_run_main_queue() }
    }
    if count % burst != 0 { switchboard_run_main_queue() }
  }
}

final class SwitchboardHop: Hop {
  let sink = Sink()
  private let subject = PublishSubject<Int, Never>()

  init() {
    subject.deliver(on: .queue(label: "hop", target: .main)).subscribe { [sink] v in sink.hit(v &+ 1) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineHop: Hop {
  let sink = Sink()
  private let subject = PassthroughSubject<Int, Never>()
  private var subscription: AnyCancellable?

  init() {
    let queue = DispatchQueue.OCombine(DispatchQueue(label: "hop", target: .main))
    subscription = subject.receive(on: queue).sink { [sink] v in sink.hit(v &+ 1) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// A piece of work for each value, as programs write it without a library.
final class DispatchHop: Hop {
  let sink = Sink()
  private let queue = DispatchQueue(label: "hop", target: .main)

  init() {}
  @inline(never) func send(_ value: Int) { queue.async { [sink] in sink.hit(value &+ 1) } }
}

/// The floor: an array under a lock, and a piece of work for the first value of a burst.
///
/// Sound: only the queue uses the second array.
final class BatchedHop: Hop, @unchecked Sendable {
  let sink = Sink()
  private let queue = DispatchQueue(label: "hop", target: .main)
  private let waiting = Mutex<[Int]>([])
  private var delivered: [Int] = []

  init() {}

  @inline(never) func send(_ value: Int) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(value)
      return waiting.count == 1
    }
    if isFirst { queue.async { self.deliver() } }
  }

  private func deliver() {
    waiting.withLock { swap(&$0, &delivered) }
    for value in delivered { sink.hit(value &+ 1) }
    delivered.removeAll(keepingCapacity: true)
  }
}
