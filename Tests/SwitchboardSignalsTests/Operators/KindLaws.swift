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

  /// Forms that are no operators of the list, or need a source of another kind there.
  private static func others<Value: Sendable, Failure: Error>() -> [OperatorForm<Value, Failure>] {
    [
      OperatorForm("retry(when:)") { source, _ in
        source.retry(when: { $0.flatMap { Signal<Int, Failure>.fail($0) } })
      },
      OperatorForm("flatMap of a flatMap") { source, _ in
        source.flatMap { value in Signal<Int, Never>.just(1).flatMap { _ in Signal<Value, Never>.just(value) } }
      },
      OperatorForm("share(keepingConnected:)") { source, _ in
        source.share(replay: 1, keepingConnected: .zero, on: .immediate)
      },
      OperatorForm("share") { source, _ in source.share(replay: 1) },
      OperatorForm("create") { source, _ in Signal { source.subscribe($0) } },
    ]
  }

  /// Sends `values` and `error` through each form, one value from inside the handler of the value before it.
  private static func pass<Value: Sendable, Failure: Error>(
    _ values: [Value], error: Failure, _ describe: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) {
    let expected = values.map(describe) + ["\(type(of: error)) \(error)"]
    for form in OperatorForm<Value, Failure>.all + others() {
      let (subject, journal) = (PublishSubject<Value, Failure>(), Journal())
      let rest = Guarded(Array(values.dropFirst()))
      form(subject.signal).subscribe(
        onNext: { [weak subject] value in
          journal.add(describe(value))
          if let next = rest.with({ $0.popLast() }) { subject?.send(next) }
        },
        onError: { journal.add("\(type(of: $0)) \($0)") })
      if let first = values.first { subject.send(first) }
      subject.send(error: error)
      #expect(journal.entries == expected, "\(form.testDescription)")
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
