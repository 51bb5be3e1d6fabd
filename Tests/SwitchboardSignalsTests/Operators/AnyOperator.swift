import Switchboard
import Testing

/// An operator in a form that lets every value through, so that a law can be stated once for all of them.
struct AnyOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Applies the operator to a source. If the operator has a closure, `closure` runs in it before each value goes on.
  let apply: @Sendable (Signal<Int, Fault>, _ closure: @escaping @Sendable (Int) -> Void) -> Signal<Int, Fault>

  /// The number of operators that lie on the stack when a value passes. A signal that sends inside its subscription
  /// counts as one, and so does the turn of a timer that is due immediately.
  let operators: Int

  init(
    _ name: String, operators: Int = 1,
    _ apply: @escaping @Sendable (Signal<Int, Fault>, @escaping @Sendable (Int) -> Void) -> Signal<Int, Fault>
  ) {
    testDescription = name
    self.operators = operators
    self.apply = apply
  }

  func callAsFunction(_ source: Signal<Int, Fault>) -> Signal<Int, Fault> { apply(source) { _ in } }

  /// The operators with a closure that runs for each value.
  static let withClosure = [
    AnyOperator("map") { source, closure in
      source.map { value in
        closure(value)
        return value
      }
    },
    AnyOperator("compactMap") { source, closure in
      source.compactMap { value in
        closure(value)
        return value
      }
    },
    AnyOperator("filter") { source, closure in
      source.filter { value in
        closure(value)
        return true
      }
    },
    AnyOperator("scan") { source, closure in
      source.scan(0) { _, value in
        closure(value)
        return value
      }
    },
    AnyOperator("do") { source, closure in source.do(onNext: closure) },
  ]

  static let withoutClosure = [
    AnyOperator("none") { source, _ in source },
    AnyOperator("take") { source, _ in source.take(1_000_000) },
    AnyOperator("skip") { source, _ in source.skip(0) },
    AnyOperator("take(until:)") { source, _ in source.take(until: Signal<Int, Never>.never()) },
    AnyOperator("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
    AnyOperator("startWith") { source, _ in source.startWith() },
    AnyOperator("merge, first") { source, _ in source.merge(with: Signal<Int, Fault>.empty()) },
    AnyOperator("merge, second") { source, _ in Signal.empty().merge(with: source) },
    AnyOperator("concat, first") { source, _ in source.concat(Signal<Int, Fault>.empty()) },
    AnyOperator("concat, second") { source, _ in Signal.empty().concat(source) },
    AnyOperator("catch") { source, _ in source.catch { .fail($0) } },
    AnyOperator("catch, other") { source, _ in Signal<Int, Fault>.fail(.first).catch { _ in source } },
    AnyOperator("materialize, dematerialize") { source, _ in source.materialize().dematerialize() },
    AnyOperator("do, all") { source, _ in
      source.do(
        onNext: { _ in }, onError: { _ in }, onCompleted: {}, onTerminal: {}, onSubscribe: {}, onDispose: {})
    },
    AnyOperator("deferred") { source, _ in Signal.deferred { source } },
    AnyOperator("delay", operators: 2) { source, _ in source.delay(.zero, on: .immediate) },
    AnyOperator("debounce", operators: 2) { source, _ in source.debounce(.zero, on: .immediate) },
    AnyOperator("debounce(on:)", operators: 2) { source, _ in source.debounce(on: .immediate) { _ in nil } },
    AnyOperator("delay(on:)", operators: 4) { source, _ in source.delay(on: .immediate) { _ in .zero } },
    AnyOperator("throttle", operators: 2) { source, _ in source.throttle(.zero, on: .immediate) },
    AnyOperator("throttle(first:)", operators: 2) { source, _ in
      source.throttle(.zero, first: false, on: .immediate)
    },
    AnyOperator("buffer", operators: 2) { source, _ in
      source.buffer(for: .seconds(3600), limit: 1, on: .immediate).map { $0[0] }
    },
    AnyOperator("deliver") { source, _ in source.deliver(on: .immediate) },
    AnyOperator("start") { source, _ in source.start(on: .immediate) },
    AnyOperator("all of it", operators: 7) { source, _ in
      source.map { $0 }.concat(Signal<Int, Fault>.empty()).catch { .fail($0) }.merge(with: Signal<Int, Fault>.empty())
        .take(until: Signal<Int, Never>.never()).take(1_000_000).do(onTerminal: {})
    },
  ]

  static let all = withoutClosure + withClosure + joining + joiningWithClosure + more
}
