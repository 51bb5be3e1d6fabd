import Switchboard
import Testing

/// What may stand between a subject and a handler.
enum Shape: CaseIterable, Sendable, CustomTestStringConvertible {
  case subject, chain, observer, merge, takeUntil, handOver

  var testDescription: String { "\(self)" }

  func signal(_ source: PublishSubject<Int, Never>) -> Signal<Int, Never> {
    switch self {
    case .subject: source.signal
    case .chain: source.map { $0 + 1 }.filter { $0 >= 0 }.scan(0, +).skip(1).distinctUntilChanged()
    case .observer: Signal { observer in source.subscribe(observer) }
    case .merge: source.merge(with: source.map { -$0 })
    case .takeUntil: source.take(until: PublishSubject<Int, Never>())
    case .handOver: Signal<Int, Never>.just(0).concat(source).materialize().dematerialize()
    }
  }
}
