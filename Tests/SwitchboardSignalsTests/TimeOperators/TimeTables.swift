import Switchboard
import Testing

/// Tables of input and expected output, with times in milliseconds. ``TimedRow`` says what is checked for each row.
@Suite("Time operators: tables")
struct TimeTables {
  @Test(
    "delay",
    arguments: [
      TimedRow<Int>("values and completion", [0: 1, 5: 2, 20: .completed], [10: 1, 15: 2, 30: .completed]) {
        $0.delay(.milliseconds(10), on: $1)
      },
      TimedRow(
        "an error is passed on immediately, and drops waiting values", [0: 1, 15: 2, 20: .error(.first)],
        [10: 1, 20: .error(.first)]
      ) {
        $0.delay(.milliseconds(10), on: $1)
      },
      TimedRow(
        "several at one time, in order", [0: 1, 0: 2, 0: 3, 0: .completed], [10: 1, 10: 2, 10: 3, 10: .completed]
      ) {
        $0.delay(.milliseconds(10), on: $1)
      },
      TimedRow("zero", [0: 1, 5: 2, 5: .completed], [0: 1, 5: 2, 5: .completed]) { $0.delay(.zero, on: $1) },
      TimedRow("negative", [0: 1, 5: 2, 5: .completed], [0: 1, 5: 2, 5: .completed]) { $0.delay(.seconds(-1), on: $1) },
      TimedRow("empty", [0: .completed], [10: .completed]) { $0.delay(.milliseconds(10), on: $1) },
      TimedRow("never", [:], [:]) { $0.delay(.milliseconds(10), on: $1) },
      TimedRow("fails", [0: .error(.first)], [0: .error(.first)]) { $0.delay(.milliseconds(10), on: $1) },
      TimedRow("take ends it", [0: 1, 5: 2], [10: 1, 10: .completed]) { $0.delay(.milliseconds(10), on: $1).take(1) },
    ], TimedSupply.allCases)
  func delay(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "debounce",
    arguments: [
      TimedRow<Int>("the last of a burst", [0: 1, 5: 2, 9: 3, 30: 4, 50: .completed], [19: 3, 40: 4, 50: .completed]) {
        $0.debounce(.milliseconds(10), on: $1)
      },
      TimedRow("completion sends the waiting value", [0: 1, 5: 2, 7: .completed], [7: 2, 7: .completed]) {
        $0.debounce(.milliseconds(10), on: $1)
      },
      TimedRow("an error drops it", [0: 1, 7: .error(.first)], [7: .error(.first)]) {
        $0.debounce(.milliseconds(10), on: $1)
      },
      TimedRow("zero", [0: 1, 5: 2, 6: .completed], [0: 1, 5: 2, 6: .completed]) { $0.debounce(.zero, on: $1) },
      TimedRow("negative", [0: 1, 5: 2, 6: .completed], [0: 1, 5: 2, 6: .completed]) {
        $0.debounce(.seconds(-1), on: $1)
      },
      TimedRow("empty", [0: .completed], [0: .completed]) { $0.debounce(.milliseconds(10), on: $1) },
      TimedRow("never", [:], [:]) { $0.debounce(.milliseconds(10), on: $1) },
      TimedRow("endless", [0: 1, 20: 2], [10: 1, 30: 2]) { $0.debounce(.milliseconds(10), on: $1) },
    ], TimedSupply.allCases)
  func debounce(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "throttle",
    arguments: [
      TimedRow<Int>(
        "first and last of each", [0: 1, 2: 2, 8: 3, 15: 4, 40: 5, 60: .completed],
        [0: 1, 10: 3, 20: 4, 40: 5, 60: .completed]
      ) {
        $0.throttle(.milliseconds(10), on: $1)
      },
      TimedRow(
        "first of each only", [0: 1, 2: 2, 8: 3, 15: 4, 40: 5, 60: .completed], [0: 1, 15: 4, 40: 5, 60: .completed]
      ) {
        $0.throttle(.milliseconds(10), latest: false, on: $1)
      },
      TimedRow("at the very end of one", [0: 1, 10: 2, 30: .completed], [0: 1, 10: 2, 30: .completed]) {
        $0.throttle(.milliseconds(10), on: $1)
      },
      TimedRow("completion sends the waiting value", [0: 1, 2: 2, 3: .completed], [0: 1, 3: 2, 3: .completed]) {
        $0.throttle(.milliseconds(10), on: $1)
      },
      TimedRow("completion, first only", [0: 1, 2: 2, 3: .completed], [0: 1, 3: .completed]) {
        $0.throttle(.milliseconds(10), latest: false, on: $1)
      },
      TimedRow("an error drops it", [0: 1, 2: 2, 3: .error(.first)], [0: 1, 3: .error(.first)]) {
        $0.throttle(.milliseconds(10), on: $1)
      },
      TimedRow("zero", [0: 1, 0: 2, 5: 3, 5: .completed], [0: 1, 0: 2, 5: 3, 5: .completed]) {
        $0.throttle(.zero, on: $1)
      },
      TimedRow("negative", [0: 1, 0: 2, 5: 3, 5: .completed], [0: 1, 0: 2, 5: 3, 5: .completed]) {
        $0.throttle(.seconds(-1), on: $1)
      },
      TimedRow("empty", [0: .completed], [0: .completed]) { $0.throttle(.milliseconds(10), on: $1) },
      TimedRow("never", [:], [:]) { $0.throttle(.milliseconds(10), on: $1) },
    ], TimedSupply.allCases)
  func throttle(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "timeout",
    arguments: [
      TimedRow<Int>("ends in time", [0: 1, 9: 2, 9: .completed], [0: 1, 9: 2, 9: .completed]) {
        $0.timeout(after: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("does not", [0: 1, 9: 2, 19: .completed], [0: 1, 9: 2, 10: .error(.second)]) {
        $0.timeout(after: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("fails in time", [5: .error(.first)], [5: .error(.first)]) {
        $0.timeout(after: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("empty", [0: .completed], [0: .completed]) {
        $0.timeout(after: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("never", [:], [10: .error(.second)]) { $0.timeout(after: .milliseconds(10), raising: .second, on: $1) },
      TimedRow("zero", [5: 1], [0: .error(.second)]) { $0.timeout(after: .zero, raising: .second, on: $1) },
      TimedRow("negative", [5: 1], [0: .error(.second)]) { $0.timeout(after: .seconds(-1), raising: .second, on: $1) },
      TimedRow("between values", [0: 1, 9: 2, 18: 3, 30: 4], [0: 1, 9: 2, 18: 3, 28: .error(.second)]) {
        $0.timeout(between: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("between, ends in time", [0: 1, 9: 2, 18: .completed], [0: 1, 9: 2, 18: .completed]) {
        $0.timeout(between: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("between, fails in time", [5: .error(.first)], [5: .error(.first)]) {
        $0.timeout(between: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("between, never", [:], [10: .error(.second)]) {
        $0.timeout(between: .milliseconds(10), raising: .second, on: $1)
      },
      TimedRow("between, zero", [5: 1], [0: .error(.second)]) { $0.timeout(between: .zero, raising: .second, on: $1) },
    ], TimedSupply.allCases)
  func timeout(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "deliver(on:) and start(on:)",
    arguments: [
      TimedRow<Int>(
        "at the same time, in order", [0: 1, 5: 2, 5: 3, 5: .completed], [0: 1, 5: 2, 5: 3, 5: .completed]
      ) {
        $0.deliver(on: $1)
      },
      TimedRow("error", [0: 1, 5: .error(.first)], [0: 1, 5: .error(.first)]) { $0.deliver(on: $1) },
      TimedRow("empty", [0: .completed], [0: .completed]) { $0.deliver(on: $1) },
      TimedRow("never", [:], [:]) { $0.deliver(on: $1) },
      TimedRow("subscribes at 0", [1: 1, 5: 2, 5: .completed], [1: 1, 5: 2, 5: .completed]) { $0.start(on: $1) },
      TimedRow("subscribe, error", [5: .error(.first)], [5: .error(.first)]) { $0.start(on: $1) },
      TimedRow("subscribe, never", [:], [:]) { $0.start(on: $1) },
    ], TimedSupply.allCases)
  func hops(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }
}
