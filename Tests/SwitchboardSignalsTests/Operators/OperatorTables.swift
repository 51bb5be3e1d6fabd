import Switchboard
import Testing

/// Tables of input and expected output. Most rows are played in all ways of ``Supply``.
@Suite("Operators: tables")
struct OperatorTables {

  @Test(
    "map",
    arguments: [
      Row<Int>("error", [1, .error(.first)], [10, .error(.first)]) { $0.map { 10 * $0 } },
      Row("empty", [.completed], [.completed]) { $0.map { 10 * $0 } },
      Row("never", [], []) { $0.map { 10 * $0 } },
      Row("after the end", [1, .completed, 2, .error(.first)], [10, .completed]) { $0.map { 10 * $0 } },
    ], Supply.allCases)
  func map(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "compactMap",
    arguments: [
      Row<String>("all nil", [1, .error(.first)], [.error(.first)]) { $0.compactMap { _ in nil } },
      Row("empty", [.completed], [.completed]) { $0.compactMap { "\($0)" } },
      Row("never", [], []) { $0.compactMap { "\($0)" } },
    ], Supply.allCases)
  func compactMap(row: Row<String>, supply: Supply) { row.check(supply) }

  @Test(
    "filter",
    arguments: [
      Row<Int>("none", [1, 2, .error(.second)], [.error(.second)]) { $0.filter { _ in false } },
      Row("empty", [.completed], [.completed]) { $0.filter { _ in true } },
      Row("never", [], []) { $0.filter { _ in true } },
    ], Supply.allCases)
  func filter(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "scan",
    arguments: [
      Row<Int>("running sum, without the start", [1, 2, 3, .completed], [11, 13, 16, .completed]) { $0.scan(10, +) },
      Row("error", [1, .error(.first)], [1, .error(.first)]) { $0.scan(0, +) },
      Row("empty", [.completed], [.completed]) { $0.scan(0, +) },
      Row("never", [], []) { $0.scan(0, +) },
      Row("in place", [1, 2, .completed], [11, 13, .completed]) { $0.scan(into: 10) { $0 += $1 } },
      Row("in place, error", [1, .error(.first)], [1, .error(.first)]) { $0.scan(into: 0) { $0 += $1 } },
    ], Supply.allCases)
  func scan(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "take",
    arguments: [
      Row<Int>("fewer than there are", [1, 2, 3, .completed], [1, 2, .completed]) { $0.take(2) },
      Row("as many", [1, 2, .completed], [1, 2, .completed]) { $0.take(2) },
      Row("more than there are", [1, .completed], [1, .completed]) { $0.take(2) },
      Row("error before the last", [1, .error(.first)], [1, .error(.first)]) { $0.take(2) },
      Row("error after the last", [1, .error(.first)], [1, .completed]) { $0.take(1) },
      Row("none", [1, .error(.first)], [.completed]) { $0.take(0) },
      Row("none of never", [], [.completed]) { $0.take(0) },
      Row("empty", [.completed], [.completed]) { $0.take(3) },
      Row("never", [], []) { $0.take(3) },
      Row("take of take", [1, 2, 3], [1, .completed]) { $0.take(2).take(1) },
    ], Supply.allCases)
  func take(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "skip",
    arguments: [
      Row<Int>("fewer than there are", [1, 2, 3, .completed], [3, .completed]) { $0.skip(2) },
      Row("more than there are", [1, .completed], [.completed]) { $0.skip(2) },
      Row("none", [1, .completed], [1, .completed]) { $0.skip(0) },
      Row("error", [1, 2, .error(.first)], [2, .error(.first)]) { $0.skip(1) },
      Row("never", [], []) { $0.skip(1) },
    ], Supply.allCases)
  func skip(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "distinctUntilChanged",
    arguments: [
      Row<Int>("by a rule", [1, 3, 2, 4, 5, .completed], [1, 2, 5, .completed]) {
        $0.distinctUntilChanged { $0 % 2 == $1 % 2 }
      },
      Row("the rule gets the previous value", [1, 2, 3, 4], [1, 3]) { $0.distinctUntilChanged { $0 + 1 == $1 } },
      Row("error", [1, 1, .error(.first)], [1, .error(.first)]) { $0.distinctUntilChanged() },
      Row("empty", [.completed], [.completed]) { $0.distinctUntilChanged() },
      Row("never", [], []) { $0.distinctUntilChanged() },
      Row("nil is a value like any other", [1, 2, 3, .completed], [1, 0, 3, .completed]) {
        $0.compactMap { $0 == 2 ? .some(nil) : .some($0) }.startWith(1).distinctUntilChanged().map { $0 ?? 0 }
      },
    ], Supply.allCases)
  func distinctUntilChanged(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "startWith",
    arguments: [
      Row<Int>("in order, before the source", [3, .completed], [1, 2, 3, .completed]) { $0.startWith(1, 2) },
      Row("nothing", [3, .completed], [3, .completed]) { $0.startWith() },
      Row("error", [.error(.first)], [1, .error(.first)]) { $0.startWith(1) },
      Row("never", [], [1]) { $0.startWith(1) },
    ], Supply.allCases)
  func startWith(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "merge",
    arguments: [
      Row<Int>("with a completed signal", [1, .completed], [9, 1, .completed]) { Signal.just(9).merge(with: $0) },
      Row("with a failing signal", [1, .completed], [.error(.second)]) { Signal.fail(.second).merge(with: $0) },
      Row("fails", [1, .error(.first)], [1, .error(.first)]) { $0.merge(with: Signal<Int, Fault>.never()) },
      Row("with never the result cannot complete", [1, .completed], [1]) { $0.merge(with: Signal<Int, Fault>.never()) },
      Row("with empty", [1, .completed], [1, .completed]) { $0.merge(with: Signal<Int, Fault>.empty()) },
      Row("two empty ones", [.completed], [.completed]) { $0.merge(with: Signal<Int, Fault>.empty()) },
    ], Supply.allCases)
  func merge(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "concat",
    arguments: [
      Row<Int>("the second is this", [1, .error(.first)], [9, 1, .error(.first)]) { Signal.just(9).concat($0) },
      Row("error of the first", [1, .error(.first)], [1, .error(.first)]) { $0.concat(Signal<Int, Fault>.just(9)) },
      Row("first never", [1], [1]) { $0.concat(Signal<Int, Fault>.just(9)) },
      Row("first empty", [.completed], [9, .completed]) { $0.concat(Signal<Int, Fault>.just(9)) },
      Row("three", [.completed], [8, 9, .completed]) {
        $0.concat(Signal<Int, Fault>.just(8)).concat(Signal<Int, Fault>.just(9))
      },
    ], Supply.allCases)
  func concat(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "catch",
    arguments: [
      Row<Int>("the closure gets the error", [.error(.second)], [2, .completed]) {
        $0.catch { .just($0 == .first ? 1 : 2) }
      },
      Row("the other fails", [1, .error(.first)], [1, .error(.second)]) { $0.catch { _ in .fail(.second) } },
      Row("the other fails and is caught", [.error(.first)], [9, .completed]) {
        $0.catch { _ in Signal<Int, Fault>.fail(.second) }.catch { .just($0 == .second ? 9 : 8) }
      },
      Row("no error", [1, .completed], [1, .completed]) { $0.catch { _ in .just(9) } },
      Row("never", [], []) { $0.catch { _ in .just(9) } },
    ], Supply.allCases)
  func `catch`(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "take(until:)",
    arguments: [
      Row<Int>("the trigger sends a value", [1, 2, 3, 4], [1, 2, .completed]) { source in
        source.take(until: source.filter { $0 == 3 })
      },
      Row("the trigger completes immediately: the source is never subscribed to", [1, .error(.first)], [.completed]) {
        $0.take(until: Signal<Int, Fault>.empty())
      },
      Row("the trigger sends a value immediately", [1, .error(.first)], [.completed]) {
        $0.take(until: Signal<Int, Fault>.just(9))
      },
      Row("the trigger's error is ignored", [1, .completed], [1, .completed]) {
        $0.take(until: Signal<Int, Fault>.fail(.second))
      },
      Row("never", [1, .error(.first)], [1, .error(.first)]) { $0.take(until: Signal<Int, Never>.never()) },
    ], [Supply.subject])
  func takeUntil(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "materialize and dematerialize",
    arguments: [
      Row<Int>("there and back, completion", [1, 2, .completed], [1, 2, .completed]) {
        $0.materialize().dematerialize()
      },
      Row("there and back, error", [1, .error(.first)], [1, .error(.first)]) { $0.materialize().dematerialize() },
      Row("there and back, never", [], []) { $0.materialize().dematerialize() },
      Row("materialized, then completes", [1, .error(.first)], [100, 200, .completed]) {
        $0.materialize().map { $0 == .error(.first) ? 200 : 100 }.dematerialized()
      },
      Row("events after the end are dropped", [1, 2, 3, .error(.first)], [1, .completed]) { source in
        source.materialize().map { $0 == 2 ? Event<Int>.completed : $0 }.dematerialize()
      },
      Row("values without an end complete", [1, 2, .completed], [1, 2, .completed]) {
        $0.materialize().filter { $0 != .completed }.dematerialize()
      },
    ], Supply.allCases)
  func materialize(row: Row<Int>, supply: Supply) { row.check(supply) }
}

extension Signal where Failure == Never {
  /// Materializes and dematerializes this signal, with a failure type that tables can name.
  fileprivate func dematerialized() -> Signal<Value, Fault> { materialize().map { $0.failing() }.dematerialize() }
}

extension SignalEvent where Failure == Never {
  fileprivate func failing() -> SignalEvent<Value, Fault> {
    switch self {
    case .value(let value): .value(value)
    case .completed: .completed
    }
  }
}
