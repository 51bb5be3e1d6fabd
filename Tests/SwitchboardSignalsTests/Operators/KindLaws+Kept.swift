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
    for keeper in keepers(Value.self) {
      for isDropped in [false, true] { keep(many, in: keeper, isDropped, describe) }
    }
  }

  /// An operator that keeps values until a second has passed, or until the end.
  private struct Keeper<Value: Sendable> {
    let name: String
    /// Returns those of the sent values that the operator sends.
    let sent: ([Value]) -> [Value]
    let apply: (PublishSubject<Value, Never>, TestScheduler) -> Signal<Value, Never>
  }

  private static func keepers<Value: Sendable>(_: Value.Type) -> [Keeper<Value>] {
    let last: ([Value]) -> [Value] = { Array($0.suffix(1)) }
    let second = Duration.seconds(1)
    return [
      Keeper(name: "delay", sent: { $0 }) { $0.delay(second, on: $1) },
      Keeper(name: "debounce", sent: last) { $0.debounce(second, on: $1) },
      Keeper(name: "throttle", sent: { $0.prefix(1) + $0.dropFirst().suffix(1) }) { $0.throttle(second, on: $1) },
      Keeper(name: "throttle(first:)", sent: last) { $0.throttle(second, first: false, on: $1) },
      Keeper(name: "sample", sent: last) { $0.sample(Signal<Int, Never>.timer(after: second, on: $1)) },
      Keeper(name: "withLatestFrom", sent: last) { source, clock in
        Signal<Int, Never>.timer(after: second, on: clock).withLatestFrom(source) { $1 }
      },
      Keeper(name: "distinctUntilChanged", sent: { $0 }) { source, _ in
        source.distinctUntilChanged(by: { _, _ in false })
      },
      Keeper(name: "buffer", sent: { $0 }) { $0.buffer(for: second, limit: 7, on: $1).flatMap { Signal($0) } },
      Keeper(name: "window", sent: { $0 }) { $0.window(for: second, limit: 7, on: $1).flatMap { $0 } },
      Keeper(name: "buffer(until:)", sent: { $0 }) {
        $0.buffer(until: Signal<Int, Never>.timer(after: second, on: $1)).flatMap { Signal($0) }
      },
      Keeper(name: "take(last:)", sent: { $0.suffix(3) }) { source, _ in source.take(last: 3) },
      Keeper(name: "toArray", sent: { $0 }) { source, _ in source.toArray().flatMap { Signal($0) } },
    ]
  }

  private static func keep<Value: Sendable>(
    _ values: [Value], in keeper: Keeper<Value>, _ isDropped: Bool, _ describe: @escaping @Sendable (Value) -> String
  ) {
    let (source, clock, journal) = (PublishSubject<Value, Never>(), TestScheduler(), Journal())
    let subscription = keeper.apply(source, clock).subscribe { journal.add(describe($0)) }
    for value in values { source.send(value) }
    if isDropped { subscription.dispose() }
    let before = journal.entries
    clock.advance(by: .seconds(1))
    source.sendCompleted()
    expect(journal, isDropped ? before : keeper.sent(values).map(describe), keeper.name)
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
