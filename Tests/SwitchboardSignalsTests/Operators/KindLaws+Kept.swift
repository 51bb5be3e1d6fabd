import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

// What keeps values does so in raw memory, without their type.
extension KindLaws {
  /// Lets values wait, and drops values that wait, in each part that keeps them. There are more values than the first
  /// memory of a queue has room for.
  static func keep<Value: Sendable>(_ values: [Value], _ describe: @escaping @Sendable (Value) -> String) {
    let many = (0..<4).flatMap { _ in values }
    for isDropped in [false, true] {
      hop(many, isDropped, describe)
      turns(many, isDropped, describe)
    }
    for capacity in [1, 3, .max] { replay(many, capacity, describe) }
    latest(many, describe)
  }

  private static func expect(_ journal: Journal, _ values: some Sequence<String>, _ part: String) {
    #expect(journal.entries == Array(values), "\(part)")
  }

  private static func hop<Value: Sendable>(
    _ values: [Value], _ isDropped: Bool, _ describe: @escaping @Sendable (Value) -> String
  ) {
    let (source, scheduler, journal) = (PublishSubject<Value, Never>(), TestScheduler(), Journal())
    let subscription = source.deliver(on: scheduler).subscribe { journal.add(describe($0)) }
    for _ in 0..<2 {
      for value in values { source.send(value) }
      if isDropped { subscription.dispose() }
      scheduler.advance()
    }
    expect(journal, isDropped ? [] : (values + values).map(describe), "deliver(on:)")
  }

  private static func turns<Value: Sendable>(
    _ values: [Value], _ isDropped: Bool, _ describe: @escaping @Sendable (Value) -> String
  ) {
    let (gate, journal) = (PublishSubject<Int, Never>(), Journal())
    let source = PublishSubject<Value, Never>()
    let subscription = source.concatMap { value in gate.take(1).map { _ in value } }.subscribe {
      journal.add(describe($0))
    }
    for value in values { source.send(value) }
    if isDropped { subscription.dispose() }
    for _ in values { gate.send(1) }
    expect(journal, isDropped ? [] : values.map(describe), "concatMap")
  }

  private static func replay<Value: Sendable>(
    _ values: [Value], _ capacity: Int, _ describe: @escaping @Sendable (Value) -> String
  ) {
    let (subject, journal) = (ReplaySubject<Value, Never>(capacity: capacity), Journal())
    for value in values { subject.send(value) }
    subject.subscribe { journal.add(describe($0)) }
    expect(journal, values.suffix(capacity).map(describe), "ReplaySubject")

    let (executed, source) = (Journal(), PublishSubject<Value, Never>())
    let command = Command<Int, Value, Never>(replaying: min(capacity, 64)) { _ in source.signal }
    let execution = command.execute(1)
    for value in values { source.send(value) }
    execution.signal.subscribe { executed.add(describe($0)) }
    expect(executed, values.suffix(capacity).map(describe), "Execution")
  }

  /// A value of an older inner signal, queued behind the value that brings a newer inner signal, is dropped.
  private static func latest<Value: Sendable>(_ values: [Value], _ describe: @escaping @Sendable (Value) -> String) {
    let (outer, journal) = (PublishSubject<Int, Never>(), Journal())
    let inners = [PublishSubject<Value, Never>(), PublishSubject<Value, Never>()]
    let subscription = outer.flatMapLatest { inners[$0] }.subscribe { value in
      journal.add(describe(value))
      if journal.entries.count > 1 { return }
      for value in values { inners[0].send(value) }
      outer.send(1)
      for value in values { inners[1].send(value) }
    }
    outer.send(0)
    if let first = values.first { inners[0].send(first) }
    subscription.dispose()
    expect(journal, (values.prefix(1) + (values.isEmpty ? [] : values)).map(describe), "flatMapLatest")
  }
}
