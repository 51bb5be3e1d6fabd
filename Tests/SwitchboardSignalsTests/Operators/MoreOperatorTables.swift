import Switchboard
import SwitchboardTestSupport
import Testing

/// Tables of operators with one source. Each row is played in all ways of ``Supply``.
@Suite("Operators: more tables")
struct MoreOperatorTables {
  @Test(
    "take(last:)",
    arguments: [
      Row<Int>("fewer than there are", [1, 2, 3, .completed], [2, 3, .completed]) { $0.take(last: 2) },
      Row("more than there are", [1, .completed], [1, .completed]) { $0.take(last: 2) },
      Row("none", [1, .completed], [.completed]) { $0.take(last: 0) },
      Row("error", [1, .error(.first)], [.error(.first)]) { $0.take(last: 2) },
      Row("never", [1, 2], []) { $0.take(last: 1) },
      Row("disposed between two", [1, 2, 3, .completed], [1, .completed]) { $0.take(last: 3).take(1) },
    ], Supply.allCases)
  func takeLast(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "take(while:) and skip(while:)",
    arguments: [
      Row<Int>("the first that is not, too", [1, 2, 1], [1, 2, .completed]) {
        $0.take(while: { $0 < 2 }, inclusive: true)
      },
      Row("take all", [1, .error(.first)], [1, .error(.first)]) { $0.take(while: { _ in true }) },
      Row("take of empty", [.completed], [.completed]) { $0.take(while: { _ in true }) },
      Row("skip all", [1, .error(.first)], [.error(.first)]) { $0.skip(while: { _ in true }) },
      Row("skip of never", [], []) { $0.skip(while: { _ in true }) },
    ], Supply.allCases)
  func whiles(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "reduce",
    arguments: [
      Row<Int>("sum", [1, 2, 3, .completed], [16, .completed]) { $0.reduce(10, +) },
      Row("in place", [1, 2, .completed], [3, .completed]) { $0.reduce(into: 0) { $0 += $1 } },
      Row("empty", [.completed], [10, .completed]) { $0.reduce(10, +) },
      Row("error", [1, .error(.first)], [.error(.first)]) { $0.reduce(10, +) },
      Row("never", [1], []) { $0.reduce(10, +) },
    ], Supply.allCases)
  func reduce(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "arrays",
    arguments: [
      Row<[Int]>("all of empty", [.completed], [.value([]), .completed]) { $0.toArray() },
      Row("error", [1, .error(.first)], [.error(.first)]) { $0.toArray() },
      Row("by two, without", [1, 2, .completed], [.value([1, 2]), .completed]) { $0.buffer(count: 2) },
      Row("by two, error", [1, 2, 3, .error(.first)], [.value([1, 2]), .error(.first)]) { $0.buffer(count: 2) },
      Row("by two, empty", [.completed], [.completed]) { $0.buffer(count: 2) },
      Row("pairs of one", [1, .error(.first)], [.error(.first)]) { $0.pairwise().map { [$0.previous, $0.current] } },
      Row("pairs with a start", [1, 2], [.value([9, 1]), .value([1, 2])]) {
        $0.combinePrevious(9).map { [$0.previous, $0.current] }
      },
    ], Supply.allCases)
  func arrays(row: Row<[Int]>, supply: Supply) { row.check(supply) }

  @Test(
    "values that operators drop",
    arguments: [
      Row<Int>("all values, error", [1, .error(.first)], [.error(.first)]) { $0.ignoreValues().map(zero) },
      Row("then", [1, .completed], [8, 9, .completed]) { $0.then(Signal<Int, Fault>([8, 9])) },
      Row("then, error", [1, .error(.first)], [.error(.first)]) { $0.then(Signal<Int, Fault>.just(9)) },
      Row("distinct by a key", [1, 2, 3, 4, .error(.first)], [1, 2, .error(.first)]) { $0.distinct { $0 % 2 } },
      Row("element(at:), too few", [1, .completed], [.completed]) { $0.element(at: 1) },
      Row("first where, none", [1, .completed], [.completed]) { $0.first { $0 > 1 } },
    ], Supply.allCases)
  func dropped(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "errors",
    arguments: [
      Row<Int>("mapError", [1, .error(.first)], [1, .error(.second)]) {
        $0.mapError { $0 == .first ? .second : .first }
      },
      Row("mapError, completion", [1, .completed], [1, .completed]) { $0.mapError { _ in .second } },
    ], Supply.allCases)
  func errors(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test(
    "questions",
    arguments: [
      Row<Bool>("contains, no", [1, .completed], [.value(false), .completed]) { $0.contains(2) },
      Row("contains, error", [1, .error(.first)], [.error(.first)]) { $0.contains { $0 > 1 } },
      Row("contains, never", [1], []) { $0.contains(2) },
      Row("allSatisfy, no", [1, 0, .error(.first)], [.value(false), .completed]) { $0.allSatisfy { $0 > 0 } },
      Row("isEmpty, no", [1, .error(.first)], [.value(false), .completed]) { $0.isEmpty() },
      Row("not, and, or", [1], [.value(false), .value(true)]) { source in
        let yes = source.map { $0 == 1 }
        return yes.not().and(yes).concat(Signal<Bool, Fault>.never())
          .merge(with: yes.not().or(yes)).distinctUntilChanged()
      },
    ], Supply.allCases)
  func questions(row: Row<Bool>, supply: Supply) { row.check(supply) }

  @Test(
    "ifEmpty",
    arguments: [
      Row<Int>("not empty", [1, .completed], [1, .completed]) { $0.ifEmpty(default: 9) },
      Row("error", [.error(.first)], [.error(.first)]) { $0.ifEmpty(default: 9) },
      Row("never", [], []) { $0.ifEmpty(default: 9) },
      Row("switchTo", [1, 2, 3], [10, 30, 20]) {
        $0.switchTo([1: .just(10), 2: .just(30)], default: .just(20))
      },
    ], Supply.allCases)
  func ifEmpty(row: Row<Int>, supply: Supply) { row.check(supply) }

  @Test("an invalid count traps with a message")
  func counts() async {
    let takeLast = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().take(last: -1)
    }
    #expect(takeLast?.says("cannot take a negative number") == true)
    let buffer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().buffer(count: 0)
    }
    #expect(buffer?.says("arrays of fewer than one value") == true)
    let element = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().element(at: -1)
    }
    #expect(element?.says("negative index") == true)
    let retry = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().retry(-1)
    }
    #expect(retry?.says("retry a negative number") == true)
    let again = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().repeat(-1)
    }
    #expect(again?.says("repeat a negative number") == true)
    let merge = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlattenStrategy.merge(0)
    }
    #expect(merge?.says("fewer than one signal") == true)
  }
}

/// Returns 0. For signals without values, for which a closure would be code that never runs.
@Sendable private func zero<Value>(_: Value) -> Int { 0 }
