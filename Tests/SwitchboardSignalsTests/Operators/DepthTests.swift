import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// The stack does not grow with the number of signals that follow each other. All of this runs on a thread with a small
/// stack, also the release of the signals.
@Suite("Operators: depth")
struct DepthTests {
  static let levels = 10_000

  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Signal<Int, Fault>

    init(_ title: String, _ make: @escaping @Sendable () -> Signal<Int, Fault>) {
      (testDescription, self.make) = (title, make)
    }
  }

  /// Signals that each send 1 as often as there are levels, and complete.
  static let shapes = [
    Shape("a.concat(b.concat(c))") {
      (1..<levels).reduce(one) { row, _ in one.concat(row) }
    },
    Shape("a.concat(b).concat(c)") {
      (1..<levels).reduce(one) { row, _ in row.concat(one) }
    },
    Shape("a balanced tree of concat") {
      var signals = Array(repeating: one, count: levels)
      while signals.count > 1 {
        signals = stride(from: 0, to: signals.count, by: 2).map { index in
          index + 1 < signals.count ? signals[index].concat(signals[index + 1]) : signals[index]
        }
      }
      return signals[0]
    },
    Shape("a producer and concat") {
      (1..<levels).reduce(produced) { row, _ in produced.concat(row) }
    },
    Shape("then") {
      (1..<levels).reduce(one) { row, _ in one.then(one).concat(row) }
    },
    Shape("concat with a signal that is made in time") { counting(down: levels) },
    Shape("catch of a catch") { failing(down: levels) },
    Shape("catch of a catch, after a value") { sendingAndFailing(down: levels) },
    Shape("concat in a catch in a concat") { alternating(down: levels) },
  ]

  private static let one = Signal<Int, Fault>.just(1)
  private static let produced = Signal<Int, Fault> { observer in
    observer.send(1)
    observer.sendCompleted()
    return ActionDisposable {}
  }

  @Sendable private static func counting(down level: Int) -> Signal<Int, Fault> {
    level == 1 ? one : one.concat(Signal<Int, Fault>.deferred { counting(down: level - 1) })
  }

  @Sendable private static func failing(down level: Int) -> Signal<Int, Fault> {
    if level == 1 { return Signal(Array(repeating: 1, count: levels)).setFailureType(to: Fault.self) }
    return Signal<Int, Fault>.fail(.first).catch { _ -> Signal<Int, Fault> in failing(down: level - 1) }
  }

  @Sendable private static func sendingAndFailing(down level: Int) -> Signal<Int, Fault> {
    if level == 1 { return one }
    return Signal<Int, Fault>.sending([1, .error(.first)])
      .catch { _ -> Signal<Int, Fault> in sendingAndFailing(down: level - 1) }
  }

  @Sendable private static func alternating(down level: Int) -> Signal<Int, Fault> {
    if level <= 1 { return one }
    return one.concat(
      Signal<Int, Fault>.fail(.first).catch { _ -> Signal<Int, Fault> in alternating(down: level - 1) })
  }

  @Test("signals that end inside their subscription follow each other without recursion", arguments: shapes)
  func synchronous(shape: Shape) {
    let (values, ends) = (Counter(), Counter())
    onSmallStack {
      shape.make().subscribe(onNext: { _ in values.increment() }, onCompleted: { ends.increment() })
    }
    #expect(values.value == Self.levels)
    #expect(ends.value == 1)
  }

  @Test("a row of signals that nothing subscribes to is released without recursion", arguments: shapes.prefix(5))
  func released(shape: Shape) {
    let ends = Counter()
    onSmallStack {
      _ = shape.make()
      ends.increment()
    }
    #expect(ends.value == 1)
  }

  @Test("a disposal in the middle ends the row, and the rest is released without recursion", arguments: shapes)
  func disposed(shape: Shape) {
    let values = Counter()
    onSmallStack {
      shape.make().take(Self.levels / 2).subscribe { _ in values.increment() }
    }
    #expect(values.value == Self.levels / 2)
  }

  @Test("a row that a later event continues goes on without recursion", arguments: shapes)
  func later(shape: Shape) {
    let (values, ends) = (Counter(), Counter())
    onSmallStack {
      let first = PublishSubject<Int, Fault>()
      first.concat(shape.make()).subscribe(onNext: { _ in values.increment() }, onCompleted: { ends.increment() })
      first.sendCompleted()
    }
    #expect(values.value == Self.levels)
    #expect(ends.value == 1)
  }

  @Test("a signal is disposed before the next signal is subscribed to")
  func order() {
    let journal = Journal()
    let signals = (1...3).map { number in
      Signal<Int, Fault> { observer in
        journal.add("begins \(number)")
        observer.send(number)
        observer.sendCompleted()
        return ActionDisposable(journal.adding("disposed \(number)"))
      }
    }
    let expected =
      (1...2).flatMap { ["begins \($0)", "\($0)", "disposed \($0)"] }
      + ["begins 3", "3", "completed", "disposed 3"]
    for row in [
      signals[0].concat(signals[1].concat(signals[2])), signals[0].concat(signals[1]).concat(signals[2]),
    ] {
      let before = journal.entries.count
      row.subscribe(onNext: { journal.add("\($0)") }, onCompleted: journal.adding("completed"))
      #expect(Array(journal.entries.dropFirst(before)) == expected)
    }
  }

  @Test("an error in any place ends the row")
  func error() {
    let signals: [Signal<Int, Fault>] = [.just(1), .fail(.first), .just(2)]
    for row in [
      signals[0].concat(signals[1].concat(signals[2])), signals[0].concat(signals[1]).concat(signals[2]),
    ] {
      #expect(Recorder(row).events == [1, .error(.first)])
    }
  }

  @Test("a name stays with the signal, and a named row is still a row")
  func named() {
    let row = Signal<Int, Fault>.just(1).concat(.just(2)).named("row")
    #expect(row.name == "row")
    #expect(row.named("other").name == "other")
    #expect(row.map { $0 }.name == nil)
    #expect(Recorder(row.concat(row).concat(.just(3))).events == [1, 2, 1, 2, 3, .completed])
  }
}
