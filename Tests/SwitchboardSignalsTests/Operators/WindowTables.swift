import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Operators: windows and further operators")
struct WindowTables {
  /// Returns the windows' events, each prefixed with the number of its window.
  private static func flat(
    _ windows: Signal<Signal<Int, Fault>, Fault>
  ) -> Signal<String, Fault> {
    windows.enumerated().flatMap { number, window in
      window.materialize().map { "\(number): \($0)" }.setFailureType(to: Fault.self)
    }
  }

  @Test(
    "window(count:)",
    arguments: [
      Row<String>(
        "two at a time, and a rest", [1, 2, 3, .completed],
        [
          .value("0: value(1)"), .value("0: value(2)"), .value("0: completed"), .value("1: value(3)"),
          .value("1: completed"), .completed,
        ]
      ) { flat($0.window(count: 2)) },
      Row("nothing, no window", [.completed], [.completed]) { flat($0.window(count: 2)) },
      Row("never", [], []) { flat($0.window(count: 2)) },
      Row(
        "the open one fails too", [1, .error(.first)],
        [.value("0: value(1)"), .value("0: error(first)"), .error(.first)]
      ) { flat($0.window(count: 2)) },
      Row(
        "the closed one does not", [1, .error(.first)],
        [.value("0: value(1)"), .value("0: completed"), .error(.first)]
      ) { flat($0.window(count: 1)) },
      Row("disposed inside", [1, 2, .completed], [.value("0: value(1)"), .completed]) {
        flat($0.window(count: 2)).take(1)
      },
    ], Supply.allCases)
  func window(row: Row<String>, supply: Supply) { row.check(supply) }

  @Test(
    "window(for:limit:on:)",
    arguments: [
      TimedRow<String>(
        "opened by a value, closed by time", [3: 1, 5: 2, 40: 3, 41: .completed],
        [
          3: .value("0: value(1)"), 5: .value("0: value(2)"), 13: .value("0: completed"), 40: .value("1: value(3)"),
          41: .value("1: completed"), 41: .completed,
        ]
      ) { flat($0.window(for: .milliseconds(10), on: $1)) },
      TimedRow(
        "after a window that the limit closed, the next window has its full time", [0: 1, 8: 2, 9: 3],
        [
          0: .value("0: value(1)"), 8: .value("0: value(2)"), 8: .value("0: completed"), 9: .value("1: value(3)"),
          19: .value("1: completed"),
        ]
      ) { flat($0.window(for: .milliseconds(10), limit: 2, on: $1)) },
      TimedRow(
        "an error", [0: 1, 5: .error(.first)],
        [0: .value("0: value(1)"), 5: .value("0: error(first)"), 5: .error(.first)]
      ) { flat($0.window(for: .milliseconds(10), on: $1)) },
      TimedRow("zero", [5: 1], [5: .value("0: value(1)"), 5: .value("0: completed")]) {
        flat($0.window(for: .zero, on: $1))
      },
      TimedRow("negative", [5: 1], [5: .value("0: value(1)"), 5: .value("0: completed")]) {
        flat($0.window(for: .seconds(-1), on: $1))
      },
      TimedRow("empty", [0: .completed], [0: .completed]) { flat($0.window(for: .milliseconds(10), on: $1)) },
      TimedRow("never", [:], [:]) { flat($0.window(for: .milliseconds(10), on: $1)) },
    ], TimedSupply.allCases)
  func timedWindow(row: TimedRow<String>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "debounce(where:)",
    arguments: [
      TimedRow<Int>(
        "a value that need not wait is sent immediately", [0: 10, 20: 1, 25: .completed],
        [10: 10, 20: 1, 25: .completed]
      ) {
        $0.debounce(.milliseconds(10), on: $1) { $0 > 5 }
      },
      TimedRow(
        "a value that need not wait replaces the waiting value", [0: 10, 5: 1, 40: .completed], [5: 1, 40: .completed]
      ) {
        $0.debounce(.milliseconds(10), on: $1) { $0 > 5 }
      },
      TimedRow("the next waits its whole time", [0: 10, 5: 1, 6: 11, 40: .completed], [5: 1, 16: 11, 40: .completed]) {
        $0.debounce(.milliseconds(10), on: $1) { $0 > 5 }
      },
    ], TimedSupply.allCases)
  func debounce(row: TimedRow<Int>, supply: TimedSupply) { row.check(supply) }

  @Test(
    "mapTo, enumerated and endWith",
    arguments: [
      Row<Int>("constant, error", [1, .error(.first)], [7, .error(.first)]) { $0.mapTo(7) },
      Row("constant, empty", [.completed], [.completed]) { $0.mapTo(7) },
      Row("constant, never", [], []) { $0.mapTo(7) },
      Row("numbers", [5, 6, .completed], [5, 16, .completed]) { $0.enumerated().map { $0 * 10 + $1 } },
      Row("numbers, error", [5, .error(.first)], [5, .error(.first)]) { $0.enumerated().map { $0 * 10 + $1 } },
      Row("a tail of nothing", [.completed], [8, 9, .completed]) { $0.endWith(8, 9) },
      Row("no tail to an error", [1, .error(.first)], [1, .error(.first)]) { $0.endWith(8) },
      Row("no tail to never", [1], [1]) { $0.endWith(8) },
      Row("a tail cut off", [1, .completed], [1, 8, .completed]) { $0.endWith(8, 9).take(2) },
    ], Supply.allCases)
  func small(row: Row<Int>, supply: Supply) { row.check(supply) }

  private final class Object: Sendable {}

  @Test("withUnretained: values with an object while the object lives; the operator does not keep the object")
  func unretained() {
    let subject = PublishSubject<Int, Fault>()
    weak var last: Object?
    var object: Object? = Object()
    last = object
    let recorder = Recorder(subject.withUnretained(object!) { _, value in value })
    let pairs = Recorder(subject.withUnretained(object!).map(\.1))
    subject.send(1)
    object = nil
    #expect(last == nil)
    #expect(!recorder.isDisposed)
    subject.send(2)
    #expect(recorder.events == [1, .completed])
    #expect(pairs.events == [1, .completed])
    #expect(subject.census.count == 0)
  }

  @Test("disposed when a window is sent: the operator sends nothing more, not even the end")
  func disposedInWindow() {
    let subject = PublishSubject<Int, Fault>()
    let recorder = Recorder<Int, Fault>()
    let bag = CompositeDisposable()
    subject.window(count: 1).subscribe(into: bag) { window in
      recorder.subscribe(to: window)
      bag.dispose()
    }
    subject.send(1)
    #expect(recorder.events == [])
  }

  @Test("invalid windows and numbers trap with a message")
  func traps() async {
    let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().window(count: 0)
    }
    #expect(count?.says("windows for fewer than one value") == true)
    let limit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().window(for: .zero, limit: -1, on: .immediate)
    }
    #expect(limit?.says("windows for fewer than one value") == true)
  }
}
