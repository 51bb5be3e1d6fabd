import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// The runtime knows neither the type of a value nor the type of an error: a value passes by its address, an error in a
/// box. So each kind of value and of error passes each form here, on the direct way and through the queue.
@Suite("R1 R9 Kinds of values and errors")
struct KindLaws {
  /// A value or an error with what a test compares.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () -> Void
  }

  @Test("each kind of value passes each form, and nothing keeps it", arguments: Self.values)
  func value(kind: Kind) { kind.check() }

  @Test("each kind of error passes each form, and arrives as its own type", arguments: Self.errors)
  func error(kind: Kind) { kind.check() }

  static let values = [
    Kind("size 0") { pass([(), ()], error: Fault.first) },
    Kind("alignment 32") { pass([SIMD4<Int64>(1, 2, 3, 4), SIMD4(5, 6, 7, 8)], error: Fault.first) },
    Kind("over 64 bytes") { pass([Wide(1), Wide(2)], error: Fault.first) },
    Kind("tuple") { pass([(1, "one"), (2, "two")], error: Fault.first) },
    Kind("function") { pass([{ 1 }, { 2 }] as [@Sendable () -> Int], error: Fault.first) { "\($0())" } },
    Kind("existential") { pass([1, "two"] as [any Sendable], error: Fault.first) },
    Kind("optional") { pass([1, nil] as [Int?], error: Fault.first) },
    Kind("object") {
      let population = Population()
      pass([population.member(), population.member()], error: Fault.first) { "\(ObjectIdentifier($0))" }
      #expect(population.count == 0)
    },
    Kind("Never") { pass([] as [Never], error: Fault.first) },
  ]

  static let errors = [
    Kind("struct") { pass([1], error: Broken(code: 7, text: "seven")) },
    Kind("enum with a payload") { pass([1], error: CommandError.failed(Broken(code: 8, text: "eight"))) },
    Kind("size 0") { pass([1], error: Empty()) },
    Kind("class") {
      let population = Population()
      pass([1], error: Held(population.member()))
      #expect(population.count == 0)
    },
    Kind("any Error") { pass([1], error: Broken(code: 9, text: "nine") as any Error) },
    Kind("NSError") { pass([1], error: NSError(domain: "kinds", code: 10)) },
  ]

  /// The forms: each passes every value and every terminal event on.
  private static func forms<Value: Sendable, Failure: Error>(
    _: Value.Type, _: Failure.Type
  ) -> [(name: String, apply: (Signal<Value, Failure>) -> Signal<Value, Failure>)] {
    [
      ("none", { $0 }), ("map", { $0.map { $0 } }), ("scan", { $0.scan([]) { [$1] }.map { $0[0] } }),
      ("merge", { $0.merge(with: Signal<Value, Never>.empty()) }),
      ("combineLatest", { $0.combineLatest(with: Signal<Int, Never>.just(1)).map { $0.0 } }),
      ("zip", { $0.zip(with: Signal<Int, Never>([1, 2, 3])).map { $0.0 } }),
      ("withLatestFrom", { $0.withLatestFrom(Signal<Int, Never>.just(1)) { value, _ in value } }),
      ("concat", { $0.concat(Signal<Value, Never>.empty()) }), ("startWith", { $0.startWith() }),
      ("catch", { $0.catch { .fail($0) } }), ("mapError", { $0.mapError { $0 } }),
      ("retry(when:)", { $0.retry(when: { $0.flatMap { Signal<Int, Failure>.fail($0) } }) }),
      ("materialize", { $0.materialize().dematerialize() }),
      ("tryMap", { $0.tryMap { value throws(Failure) in value } }),
      ("flatMap", { $0.flatMap { Signal<Value, Never>.just($0) } }),
      ("flatMap of a flatMap", { $0.flatMap { value in Signal<Int, Never>.just(1).flatMap { _ in .just(value) } } }),
      ("concatMap", { $0.concatMap { Signal<Value, Failure>.just($0) } }),
      ("flatMapLatest", { $0.flatMapLatest { Signal<Value, Never>.just($0) } }),
      ("take(until:)", { $0.take(until: Signal<Int, Never>.never()) }),
      ("deliver(on:)", { $0.deliver(on: .immediate) }), ("delay", { $0.delay(.zero, on: .immediate) }),
      ("buffer", { $0.buffer(count: 1).map { $0[0] } }), ("window", { $0.window(count: 1).concatMap { $0 } }),
      ("window(until:)", { $0.window(until: Signal<Int, Never>.never()).flatten() }),
      ("groupBy(until:)", { $0.groupBy({ _ in 1 }, until: { $0 }).flatten() }),
      ("share(keepingConnected:)", { $0.share(replay: 1, keepingConnected: .zero, on: .immediate) }),
      ("share", { $0.share(replay: 1) }), ("create", { source in Signal { source.subscribe($0) } }),
    ]
  }

  /// Sends `values` and `error` through each form, one value from inside the handler of the value before it.
  private static func pass<Value: Sendable, Failure: Error>(
    _ values: [Value], error: Failure, _ describe: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) {
    let expected = values.map(describe) + ["\(type(of: error)) \(error)"]
    for form in forms(Value.self, Failure.self) {
      let (subject, journal) = (PublishSubject<Value, Failure>(), Journal())
      let rest = Guarded(Array(values.dropFirst()))
      form.apply(subject.signal).subscribe(
        onNext: { [weak subject] value in
          journal.add(describe(value))
          if let next = rest.with({ $0.popLast() }) { subject?.send(next) }
        },
        onError: { journal.add("\(type(of: $0)) \($0)") })
      if let first = values.first { subject.send(first) }
      subject.send(error: error)
      #expect(journal.entries == expected, "\(form.name)")
    }
    keep(values, describe)
  }
}

extension KindLaws.Kind {
  fileprivate init(_ name: String, _ check: @escaping @Sendable () -> Void) {
    (testDescription, self.check) = (name, check)
  }
}

private struct Wide: Sendable {
  let words: (Int, Int, Int, Int, Int, Int, Int, Int, String)
  init(_ word: Int) { words = (word, 2, 3, 4, 5, 6, 7, 8, "nine") }
}

private struct Broken: Error {
  let code: Int
  let text: String
}

private struct Empty: Error {}

private final class Held: Error, CustomStringConvertible {
  let member: Population.Member
  let description = "held"
  init(_ member: Population.Member) { self.member = member }
}
