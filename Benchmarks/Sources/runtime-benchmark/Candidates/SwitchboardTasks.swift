import BenchmarkCommand
import SubscriberWorkloads
import Switchboard
import SwitchboardVirtualTime

extension Candidate {
  static var switchboardTasks: [String: Measurable] {
    [
      "async.values": Measurable(counting: SwitchboardValues.self),
      "async.values.burst": Measurable(counting: SwitchboardValuesBurst.self),
      "async.share": Measurable(counting: SwitchboardValues.self),
      "async.merge": Measurable(counting: SwitchboardMergedValues.self),
      "async.zip": Measurable(counting: SwitchboardZippedValues.self),
      "async.combineLatest": Measurable(counting: SwitchboardCombinedValues.self),
      "async.debounce": Measurable(counting: SwitchboardDebouncedValues.self),
      "async.property": Measurable(counting: SwitchboardPropertyValues.self),
    ]
  }
}

class SwitchboardValues: SubscriberRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let executor = ManualExecutor()
  private let burst: Int
  private var sent = 0

  init(burst: Int) { self.burst = burst }
  required convenience init(capacity: Int) { self.init(burst: Burst.single) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [subject] in for await v in subject.values { sink.hit(v &+ number) } }
  }
  func unsubscribe(_ reader: consuming Reader) { reader.end() }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    sent += 1
    if sent % burst == 0 { executor.runAll() }
  }
}

final class SwitchboardValuesBurst: SwitchboardValues {
  required init(capacity: Int) { super.init(burst: Burst.eight) }
}

final class SwitchboardMergedValues: TaskRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = PublishSubject<Int, Never>()
  private let executor = ManualExecutor()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    let merged = subject.merge(with: other)
    return Reader(executor) { for await v in merged.values { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    executor.runAll()
  }
}

final class SwitchboardZippedValues: TaskRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = PublishSubject<Int, Never>()
  private let executor = ManualExecutor()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    let zipped = subject.zip(with: other)
    return Reader(executor) { for await v in zipped.values { sink.hit(v.0 &+ v.1 &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    other.send(value)
    executor.runAll()
  }
}

final class SwitchboardCombinedValues: TaskRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let other = BehaviorSubject<Int, Never>(1)
  private let executor = ManualExecutor()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    let combined = subject.combineLatest(with: other)
    return Reader(executor) { for await v in combined.values { sink.hit(v.0 &+ v.1 &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    executor.runAll()
  }
}

final class SwitchboardDebouncedValues: TaskRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let scheduler = TestScheduler()
  private let executor = ManualExecutor()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    let debounced = subject.debounce(.milliseconds(10), on: scheduler)
    return Reader(executor) { for await v in debounced.values { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    scheduler.advance(by: .milliseconds(10))
    executor.runAll()
  }
}

final class SwitchboardPropertyValues: TaskRegistry {
  private let property = Property(0)
  private let executor = ManualExecutor()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [property] in for await v in property.changes.values { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    property.set(value)
    executor.runAll()
  }
}
