import Switchboard

private let keptForGood = ActionDisposable {}

extension OperatorForm {
  /// The operators of the tables above, and later operators, in a form that lets every value through.
  static var more: [Self] {
    [
      Self("take(while:)") { source, _ in source.take(while: { _ in true }) },
      Self("skip(while:)") { source, _ in source.skip(while: { _ in false }) },
      Self("combinePrevious", operators: 4) { source, _ in
        source.map { $0 as Value? }.combinePrevious(nil).compactMap(\.current)
      },
      Self("buffer", operators: 2) { source, _ in source.buffer(count: 1).map { $0[0] } },
      Self("tryMap") { source, _ in source.tryMap { value throws(Failure) in value } },
      Self("mapError") { source, _ in source.mapError { $0 } },
      Self("attempt") { source, _ in source.attempt { _ throws(Failure) in } },
      Self("ignore", operators: 3) { source, _ in
        source.map(Unequal.init).ignore(Unequal(value: nil)).compactMap(\.value)
      },
      Self("distinct", operators: 3) { source, _ in
        source.map(Unequal.init).distinct().compactMap(\.value)
      },
      Self("ifEmpty", operators: 2) { source, _ in source.ifEmpty(switchTo: Source.empty()) },
      Self("then") { source, _ in Signal<Int, Failure>.just(0).then(source) },
      Self("ifThenElse", operators: 2) { source, _ in
        Signal<Bool, Failure>.just(true).ifThenElse(source, else: Source.never())
      },
      Self("switchTo", operators: 2) { source, _ in
        Signal<Int, Failure>.just(1).switchTo([1: source], default: .never())
      },
      Self("using") { source, _ in .using({ ActionDisposable {} }, { _ in source }) },
      Self("logEvents") { source, _ in source.logEvents("test", to: { _ in }) },
      Self("withLatestFrom") { source, _ in source.withLatestFrom(Signal<Int, Failure>.just(0)) { value, _ in value }
      },
      Self("skip(until:)") { source, _ in source.skip(until: Signal<Int, Never>.just(0)) },
      Self("take(untilReplacement:), the replacement") { source, _ in
        Source.empty().take(untilReplacement: source)
      },
      Self("retry") { source, _ in source.retry(0) },
      Self("repeat") { source, _ in source.repeat(1) },
      Self("race, first") { source, _ in source.race(with: Source.never()) },
      Self("race, second") { source, _ in Source.never().race(with: source) },
      Self("enumerated") { source, _ in source.enumerated().map(\.value) },
      Self("endWith") { source, _ in source.endWith() },
      Self("window", operators: 2) { source, _ in source.window(count: 1).flatten() },
      Self("window of time", operators: 3) { source, _ in
        source.window(for: .seconds(3600), on: .immediate).flatten()
      },
      Self("withUnretained", operators: 4) { source, _ in source.withUnretained(keptForGood).map(\.1) },
      Self("distinctUntilChanged(by:)") { source, _ in source.distinctUntilChanged(by: { Unequal(value: $0) }) },
      Self("scan(into:)", operators: 2) { source, _ in
        source.scan(into: nil as Value?) { $0 = $1 }.compactMap { $0 }
      },
      Self("merge, with what cannot fail") { source, _ in source.merge(with: Signal<Value, Never>.empty()) },
      Self("concat, with what cannot fail") { source, _ in source.concat(Signal<Value, Never>.empty()) },
      Self("concat, of what cannot fail") { source, _ in Signal<Value, Never>.empty().concat(source) },
      Self("race, with what cannot fail") { source, _ in source.race(with: Signal<Value, Never>.never()) },
      Self("withLatestFrom what cannot fail") { source, _ in
        source.withLatestFrom(Signal<Int, Never>.just(0)) { value, _ in value }
      },
      Self("flatMap, to what cannot fail", operators: 2) { source, _ in
        source.flatMap { Signal<Value, Never>.just($0) }
      },
      Self("flatMap, of what cannot fail", operators: 2) { source, _ in
        Signal<Int, Never>.just(0).flatMap { _ in source }
      },
      Self("flatMap, to another kind of signal", operators: 2) { source, _ in
        Signal<Int, Failure>.just(0).flatMap { _ in OtherSignal(signal: source) }
      },
      Self("catch, with what cannot fail") { source, _ in
        Signal<Value, Fault>.fail(.first).catch { _ in OtherSignal(signal: source) }
      },
      Self("groupBy", operators: 2) { source, _ in source.groupBy { _ in 0 }.flatten() },
      Self("groupBy(until:)", operators: 2) { source, _ in
        source.groupBy({ _ in 0 }, until: { $0.skip(1) }).flatten()
      },
      Self("groupBy(whileObserved:)", operators: 4) { source, _ in
        source.groupBy({ _ in 0 }, whileObserved: true).flatMap { $0.take(1) }
      },
      Self("window(until:)", operators: 2) { source, _ in
        source.window(until: Signal<Int, Never>.never()).flatten()
      },
    ]
  }
}

/// A signal that is not a `Signal`.
private struct OtherSignal<Value: Sendable, Failure: Error>: SignalProtocol { let signal: Signal<Value, Failure> }
