import Switchboard

private let keptForGood = ActionDisposable {}

extension AnyOperator {
  /// The operators of the tables above, and later operators, in a form that lets every value through.
  static let more = [
    AnyOperator("take(while:)") { source, _ in source.take(while: { _ in true }) },
    AnyOperator("skip(while:)") { source, _ in source.skip(while: { _ in false }) },
    AnyOperator("combinePrevious", operators: 4) { source, _ in source.combinePrevious(0).map(\.current).skip(0) },
    AnyOperator("buffer", operators: 2) { source, _ in source.buffer(count: 1).map { $0[0] } },
    AnyOperator("tryMap") { source, _ in source.tryMap { value throws(Fault) in value } },
    AnyOperator("mapError") { source, _ in source.mapError { $0 } },
    AnyOperator("attempt") { source, _ in source.attempt { _ throws(Fault) in } },
    AnyOperator("ignore") { source, _ in source.ignore(-1) },
    AnyOperator("distinct") { source, _ in source.distinct() },
    AnyOperator("ifEmpty", operators: 2) { source, _ in source.ifEmpty(switchTo: Signal<Int, Fault>.empty()) },
    AnyOperator("then") { source, _ in Signal<Int, Fault>.just(0).then(source) },
    AnyOperator("ifThenElse", operators: 2) { source, _ in
      Signal<Bool, Fault>.just(true).ifThenElse(source, else: Signal<Int, Fault>.never())
    },
    AnyOperator("switchTo", operators: 2) { source, _ in
      Signal<Int, Fault>.just(1).switchTo([1: source], default: .never())
    },
    AnyOperator("using") { source, _ in .using({ ActionDisposable {} }, { _ in source }) },
    AnyOperator("logEvents") { source, _ in source.logEvents("test", to: { _ in }) },
    AnyOperator("withLatestFrom") { source, _ in source.withLatestFrom(Signal<Int, Fault>.just(0)) { value, _ in value }
    },
    AnyOperator("skip(until:)") { source, _ in source.skip(until: Signal<Int, Never>.just(0)) },
    AnyOperator("take(untilReplacement:), the replacement") { source, _ in
      Signal<Int, Fault>.empty().take(untilReplacement: source)
    },
    AnyOperator("retry") { source, _ in source.retry(0) },
    AnyOperator("repeat") { source, _ in source.repeat(1) },
    AnyOperator("race, first") { source, _ in source.race(with: Signal<Int, Fault>.never()) },
    AnyOperator("race, second") { source, _ in Signal<Int, Fault>.never().race(with: source) },
    AnyOperator("enumerated") { source, _ in source.enumerated().map(\.value) },
    AnyOperator("endWith") { source, _ in source.endWith() },
    AnyOperator("window", operators: 2) { source, _ in source.window(count: 1).flatten() },
    AnyOperator("window of time", operators: 3) { source, _ in
      source.window(for: .seconds(3600), on: .immediate).flatten()
    },
    AnyOperator("withUnretained", operators: 4) { source, _ in source.withUnretained(keptForGood).map(\.1) },
    AnyOperator("distinctUntilChanged(by:)") { source, _ in source.distinctUntilChanged(by: { $0 }) },
    AnyOperator("scan(into:)") { source, _ in source.scan(into: 0) { $0 = $1 } },
    AnyOperator("merge, with what cannot fail") { source, _ in source.merge(with: Signal<Int, Never>.empty()) },
    AnyOperator("concat, with what cannot fail") { source, _ in source.concat(Signal<Int, Never>.empty()) },
    AnyOperator("concat, of what cannot fail") { source, _ in Signal<Int, Never>.empty().concat(source) },
    AnyOperator("race, with what cannot fail") { source, _ in source.race(with: Signal<Int, Never>.never()) },
    AnyOperator("withLatestFrom what cannot fail") { source, _ in
      source.withLatestFrom(Signal<Int, Never>.just(0)) { value, _ in value }
    },
    AnyOperator("flatMap, to what cannot fail", operators: 2) { source, _ in
      source.flatMap { Signal<Int, Never>.just($0) }
    },
    AnyOperator("flatMap, of what cannot fail", operators: 2) { source, _ in
      Signal<Int, Never>.just(0).flatMap { _ in source }
    },
    AnyOperator("flatMap, to another kind of signal", operators: 2) { source, _ in
      Signal<Int, Fault>.just(0).flatMap { _ in OtherSignal(signal: source) }
    },
    AnyOperator("catch, with what cannot fail") { source, _ in
      Signal<Int, Fault>.fail(.first).catch { _ in OtherSignal(signal: source) }
    },
    AnyOperator("groupBy", operators: 2) { source, _ in source.groupBy { $0 % 2 }.flatten() },
    AnyOperator("groupBy(until:)", operators: 2) { source, _ in
      source.groupBy({ $0 % 2 }, until: { $0.skip(1) }).flatten()
    },
    AnyOperator("window(until:)", operators: 2) { source, _ in
      source.window(until: Signal<Int, Never>.never()).flatten()
    },
  ]
}

/// A signal that is not a `Signal`.
private struct OtherSignal: SignalProtocol { let signal: Signal<Int, Fault> }
