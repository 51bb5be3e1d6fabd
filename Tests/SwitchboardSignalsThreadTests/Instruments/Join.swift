import Switchboard
import Testing

private struct Stop: Error {}

/// An operator that joins two sources, to which two threads send. The joined signal ends when both sources have ended.
struct Join: Sendable, CustomTestStringConvertible {
  typealias Source = PublishSubject<Int, Never>

  let testDescription: String
  let join: @Sendable (Source, Source) -> Signal<Int, Never>

  /// - Parameter name: The name of the operator's function first, then what tells its forms apart.
  init(_ name: String, _ join: @escaping @Sendable (Source, Source) -> Signal<Int, Never>) {
    (testDescription, self.join) = (name, join)
  }

  /// The name of the operator's function.
  var function: Substring { testDescription.prefix { $0.isLetter } }

  static let all = several + flattened + ending

  private static let several = [
    Join("merge") { .merge($0, $1) },
    Join("combineLatest") { $0.combineLatest(with: $1).map(+) },
    Join("combineLatest of an array") { Signal.combineLatest([$0, $1]).map { $0[0] + $0[1] } },
    Join("zip") { $0.zip(with: $1).map(+) },
    Join("zip of an array") { Signal.zip([$0, $1]).map { $0[0] + $0[1] } },
    Join("withLatestFrom") { $0.withLatestFrom($1, +) },
    Join("sample") { $0.sample($1) },
    Join("race") { $0.race(with: $1) },
    Join("concat") { $0.concat($1) },
    Join("then") { $0.then($1) },
    Join("and") { left, right in left.map { $0 > 2 }.and(right.map { $0 > 2 }).map { $0 ? 1 : 0 } },
    Join("or") { left, right in left.map { $0 > 2 }.or(right.map { $0 > 2 }).map { $0 ? 1 : 0 } },
  ]

  private static let flattened = [
    Join("flatMap") { left, right in left.take(1).flatMap { _ in right.signal }.merge(with: left) },
    Join("flatMap with a limit") { left, right in left.flatMap(.merge(1)) { $0 < 2 ? right.signal : .just($0) } },
    Join("flatMapLatest") { left, right in left.flatMapLatest { value in right.map { $0 + value } } },
    Join("flatMapFirst") { left, right in left.flatMapFirst { value in right.take(2).map { $0 + value } } },
    Join("concatMap") { left, right in left.concatMap { $0 < 2 ? right.signal : .just($0) } },
    Join("flatten, merge") { left, right in left.map { $0 < 2 ? right.signal : .just($0) }.flatten(.merge) },
    Join("flatten, concat") { left, right in left.map { $0 < 2 ? right.signal : .just($0) }.flatten(.concat) },
    Join("flatten, latest") { left, right in left.map { value in right.map { $0 + value } }.flatten(.latest) },
    Join("flatten, first") { left, right in left.map { value in right.take(2).map { $0 + value } }.flatten(.first) },
    Join("flatten, a limit") { left, right in left.map { $0 < 3 ? right.signal : .just($0) }.flatten(.merge(2)) },
    Join("switchToLatest") { left, right in left.map { value in right.map { $0 + value } }.switchToLatest() },
    Join("switchTo") { left, right in left.map { $0 % 2 }.switchTo([0: right.signal], default: .just(0)) },
    Join("ifThenElse") { left, right in left.map { $0 % 2 == 0 }.ifThenElse(right, else: right.map { -$0 }) },
    Join("ifEmpty") { left, right in left.filter { _ in false }.ifEmpty(switchTo: right) },
  ]

  private static let ending = [
    Join("buffer(until:)") { left, right in left.buffer(until: right).map(\.count) },
    Join("window(until:)") { left, right in left.window(until: right).flatten() },
    Join("groupBy(until:)") { left, right in left.groupBy({ $0 % 3 }, until: { _ in right }).flatten() },
    Join("groupBy(whileObserved:)") { left, right in
      left.groupBy({ $0 % 3 }, whileObserved: true).flatMap { $0.take(until: right) }
    },
    Join("skip(until:)") { $0.skip(until: $1) },
    Join("take(until:)") { left, right in left.take(until: right.filter { _ in false }) },
    Join("take(untilReplacement:)") { $0.take(untilReplacement: $1) },
    Join("catch") { left, right in
      left.setFailureType(to: Stop.self).attempt { value throws(Stop) in if value % 5 == 4 { throw Stop() } }
        .catch { _ in right.signal }
    },
    Join("retry(when:)") { left, right in
      left.merge(with: left.filter { $0 % 3 == 0 }.flatMap { _ in Signal<Int, Never>.empty() })
        .setFailureType(to: Stop.self).attempt { value throws(Stop) in if value % 5 == 4 { throw Stop() } }
        .retry(when: { _ in right.setFailureType(to: Stop.self) }).catch { _ in .empty() }
    },
  ]
}
