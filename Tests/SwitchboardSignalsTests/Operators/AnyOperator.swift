import Switchboard
import Testing

/// An operator in a form that lets every value through, so that a law can be stated once for all of them.
typealias AnyOperator = OperatorForm<Int, Fault>

/// An operator in a form that lets every value through, of whatever type the values and the errors are.
struct OperatorForm<Value: Sendable, Failure: Error>: Sendable, CustomTestStringConvertible {
  typealias Source = Signal<Value, Failure>

  let testDescription: String
  /// Applies the operator to a source. If the operator has a closure, `closure` runs in it before each value goes on.
  let apply: @Sendable (Source, _ closure: @escaping @Sendable (Value) -> Void) -> Source

  /// The number of operators that lie on the stack when a value passes. A signal that sends inside its subscription
  /// counts as one, and so does the turn of a timer that is due immediately.
  let operators: Int

  init(
    _ name: String, operators: Int = 1,
    _ apply: @escaping @Sendable (Source, @escaping @Sendable (Value) -> Void) -> Source
  ) {
    testDescription = name
    self.operators = operators
    self.apply = apply
  }

  func callAsFunction(_ source: Source) -> Source { apply(source) { _ in } }

  /// The operators with a closure that runs for each value.
  static var withClosure: [Self] {
    [
      Self("map") { source, closure in
        source.map { value in
          closure(value)
          return value
        }
      },
      Self("compactMap") { source, closure in
        source.compactMap { value in
          closure(value)
          return value
        }
      },
      Self("filter") { source, closure in
        source.filter { value in
          closure(value)
          return true
        }
      },
      Self("scan", operators: 2) { source, closure in
        source.scan(nil) { (_: Value?, value) in
          closure(value)
          return value
        }.compactMap { $0 }
      },
      Self("do") { source, closure in source.do(onNext: closure) },
    ]
  }

  static var withoutClosure: [Self] {
    [
      Self("none") { source, _ in source },
      Self("take") { source, _ in source.take(1_000_000) },
      Self("skip") { source, _ in source.skip(0) },
      Self("take(until:)") { source, _ in source.take(until: Signal<Int, Never>.never()) },
      Self("distinctUntilChanged", operators: 3) { source, _ in
        source.map(Unequal.init).distinctUntilChanged().compactMap(\.value)
      },
      Self("startWith") { source, _ in source.startWith() },
      Self("merge, first") { source, _ in source.merge(with: Source.empty()) },
      Self("merge, second") { source, _ in Source.empty().merge(with: source) },
      Self("concat, first") { source, _ in source.concat(Source.empty()) },
      Self("concat, second") { source, _ in Source.empty().concat(source) },
      Self("catch") { source, _ in source.catch { .fail($0) } },
      Self("catch, other") { source, _ in Signal<Value, Fault>.fail(.first).catch { _ in source } },
      Self("materialize, dematerialize") { source, _ in source.materialize().dematerialize() },
      Self("do, all") { source, _ in
        source.do(
          onNext: { _ in }, onError: { _ in }, onCompleted: {}, onTerminal: {}, onSubscribe: {}, onDispose: {})
      },
      Self("deferred") { source, _ in Signal.deferred { source } },
      Self("delay", operators: 2) { source, _ in source.delay(.zero, on: .immediate) },
      Self("debounce", operators: 2) { source, _ in source.debounce(.zero, on: .immediate) },
      Self("debounce(on:)", operators: 2) { source, _ in source.debounce(on: .immediate) { _ in nil } },
      Self("delay(on:)", operators: 4) { source, _ in source.delay(on: .immediate) { _ in .zero } },
      Self("throttle", operators: 2) { source, _ in source.throttle(.zero, on: .immediate) },
      Self("throttle(first:)", operators: 2) { source, _ in
        source.throttle(.zero, first: false, on: .immediate)
      },
      Self("buffer", operators: 2) { source, _ in
        source.buffer(for: .seconds(3600), limit: 1, on: .immediate).map { $0[0] }
      },
      Self("deliver") { source, _ in source.deliver(on: .immediate) },
      Self("start") { source, _ in source.start(on: .immediate) },
      Self("all of it", operators: 7) { source, _ in
        source.map { $0 }.concat(Source.empty()).catch { .fail($0) }.merge(with: Source.empty())
          .take(until: Signal<Int, Never>.never()).take(1_000_000).do(onTerminal: {})
      },
    ]
  }

  static var all: [Self] { withoutClosure + withClosure + joining + joiningWithClosure + more }
}

/// A value that is equal to none, for operators that leave out equal values.
struct Unequal<Value: Sendable>: Hashable, Sendable {
  let value: Value?

  static func == (_: Self, _: Self) -> Bool { false }
  func hash(into _: inout Hasher) {}
}
