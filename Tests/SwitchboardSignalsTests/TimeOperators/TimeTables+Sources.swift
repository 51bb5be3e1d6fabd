import Switchboard
import SwitchboardTesting
import Testing

/// Tables of operators that collect values, of operators that subscribe again, and of signals that only tell the time.
extension TimeTables {
  @Test(
    "sample",
    arguments: [
      TimedRow<Int>(
        "every interval, the same again", [1: 1, 2: 2, 15: 3, 35: .completed], [10: 2, 20: 3, 30: 3, 35: .completed]
      ) {
        $0.sample(every: .milliseconds(10), on: $1)
      },
      TimedRow("nothing before the first", [15: 1, 25: .completed], [20: 1, 25: .completed]) {
        $0.sample(every: .milliseconds(10), on: $1)
      },
      TimedRow("error", [1: 1, 15: .error(.first)], [10: 1, 15: .error(.first)]) {
        $0.sample(every: .milliseconds(10), on: $1)
      },
      TimedRow("the sampler completes", [1: 1, 50: 2], [5: 1, 5: .completed]) {
        $0.sample(Signal<Int, Fault>.timer(after: .milliseconds(5), on: $1))
      },
      TimedRow("the sampler fails", [1: 1, 50: 2], [5: .error(.second)]) {
        $0.sample(Signal<Int, Fault>.never().timeout(after: .milliseconds(5), raising: .second, on: $1))
      },
      TimedRow("empty", [0: .completed], [0: .completed]) { $0.sample(every: .milliseconds(10), on: $1) },
      TimedRow("never", [:], [:]) { $0.sample(every: .milliseconds(10), on: $1) },
      TimedRow("a sampler that never sends", [0: 1, 5: .completed], [5: .completed]) { source, _ in
        source.sample(Signal<Int, Fault>.never())
      },
    ], TimedSupply.allCases)
  func sample(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "buffer",
    arguments: [
      TimedRow<[Int]>(
        "from the first of each", [3: 1, 5: 2, 20: 3, 29: 4, 50: .completed],
        [13: .value([1, 2]), 30: .value([3, 4]), 50: .completed]
      ) {
        $0.buffer(for: .milliseconds(10), on: $1)
      },
      TimedRow("completion sends the waiting value", [3: 1, 5: 2, 6: .completed], [6: .value([1, 2]), 6: .completed]) {
        $0.buffer(for: .milliseconds(10), on: $1)
      },
      TimedRow("an error drops it", [3: 1, 6: .error(.first)], [6: .error(.first)]) {
        $0.buffer(for: .milliseconds(10), on: $1)
      },
      TimedRow("limit", [0: 1, 1: 2, 2: 3, 30: .completed], [1: .value([1, 2]), 12: .value([3]), 30: .completed]) {
        $0.buffer(for: .milliseconds(10), limit: 2, on: $1)
      },
      TimedRow(
        "zero: values before the scheduler's turn", [0: 1, 5: 2, 5: .completed],
        [0: .value([1]), 5: .value([2]), 5: .completed]
      ) {
        $0.buffer(for: .zero, on: $1)
      },
      TimedRow("negative", [5: 2, 6: .completed], [5: .value([2]), 6: .completed]) {
        $0.buffer(for: .seconds(-1), on: $1)
      },
      TimedRow("empty", [0: .completed], [0: .completed]) { $0.buffer(for: .milliseconds(10), on: $1) },
      TimedRow("never", [:], [:]) { $0.buffer(for: .milliseconds(10), on: $1) },
    ], TimedSupply.allCases)
  func buffer(row: TimedRow<[Int]>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "retry and repeat after a delay",
    arguments: [
      TimedRow<Int>(
        "again, then the error", [1: 1, 2: .error(.first)], [1: 1, 2 + 10 + 1: 1, 2 + 10 + 2: .error(.first)]
      ) {
        $0.retry(1, after: .milliseconds(10), on: $1)
      },
      TimedRow("no more than asked", [1: .error(.first)], [1: .error(.first)]) {
        $0.retry(0, after: .milliseconds(10), on: $1)
      },
      TimedRow("completion is passed on", [1: 1, 2: .completed], [1: 1, 2: .completed]) {
        $0.retry(3, after: .milliseconds(10), on: $1)
      },
      TimedRow("for ever", [50: .error(.first)], [50: 0, 110: 0, 170: 0]) {
        $0.do(onError: { _ in }).retry(after: .milliseconds(10), on: $1).merge(
          with: Signal<Int, Fault>.timer(after: .milliseconds(50), every: .milliseconds(60), on: $1).map { _ in 0 })
      },
      TimedRow("zero", [1: 1, 2: .error(.first)], [1: 1, 2: .error(.first)]) { $0.retry(0, after: .zero, on: $1) },
      TimedRow("negative delay", [1: 1, 2: .error(.first)], [1: 1, 3: 1, 4: .error(.first)]) {
        $0.retry(1, after: .seconds(-1), on: $1)
      },
      TimedRow("never", [:], [:]) { $0.retry(after: .milliseconds(10), on: $1) },
      TimedRow("repeat", [1: 1, 2: .completed], [1: 1, 13: 1, 14: .completed]) {
        $0.repeat(2, after: .milliseconds(10), on: $1)
      },
      TimedRow("repeat, one subscription", [1: 1, 2: .completed], [1: 1, 2: .completed]) {
        $0.repeat(1, after: .milliseconds(10), on: $1)
      },
      TimedRow("repeat, no subscription", [1: 1, 2: .completed], [0: .completed]) {
        $0.repeat(0, after: .milliseconds(10), on: $1)
      },
      TimedRow("repeat, error", [1: 1, 2: .error(.first)], [1: 1, 2: .error(.first)]) {
        $0.repeat(2, after: .milliseconds(10), on: $1)
      },
      TimedRow("repeat empty", [0: .completed], [20: .completed]) { $0.repeat(3, after: .milliseconds(10), on: $1) },
    ], [TimedSupply.cold, .synchronous])
  func resubscribing(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "timer and interval",
    arguments: [
      TimedRow<Int>("interval", [:], [10: 0, 20: 1, 30: 2, 30: .completed]) {
        Signal.interval(.milliseconds(10), on: $1).take(3)
      },
      TimedRow("timer", [:], [10: 0, 10: .completed]) { Signal.timer(after: .milliseconds(10), on: $1) },
      TimedRow("timer with a beat", [:], [5: 0, 15: 1, 15: .completed]) {
        Signal.timer(after: .milliseconds(5), every: .milliseconds(10), on: $1).take(2)
      },
      TimedRow("zero delay", [:], [0: 0, 0: .completed]) { Signal.timer(after: .zero, on: $1) },
      TimedRow("negative delay", [:], [0: 0, 10: 1, 10: .completed]) {
        Signal.timer(after: .seconds(-1), every: .milliseconds(10), on: $1).take(2)
      },
      TimedRow("endless", [:], [60: 0, 120: 1, 180: 2]) { Signal.interval(.milliseconds(60), on: $1) },
    ], [TimedSupply.hot])
  func timers(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }
}
