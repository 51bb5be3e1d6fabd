/// An operator of a chain, as a user of each library writes it.
struct Step: Sendable {
  private let switchboard, openCombine: String

  init(_ switchboard: String, _ openCombine: String) {
    self.switchboard = switchboard
    self.openCombine = openCombine
  }

  /// An operator that both libraries write in the same way.
  init(_ both: String) { self.init(both, both) }

  /// Returns the operator without its dot.
  func code(_ library: Library) -> String {
    switch library {
    case .switchboard: switchboard
    case .opencombine: openCombine
    }
  }

  static func map(_ body: String) -> Step { Step("map { \(body) }") }
  static func filter(_ body: String) -> Step { Step("filter { \(body) }") }
  static func compactMap(_ body: String) -> Step { Step("compactMap { \(body) }") }
  static let sum = Step("scan(0) { $0 + $1 }")
  static let distinct = Step("distinctUntilChanged()", "removeDuplicates()")
  static func take(_ count: Int) -> Step { Step("take(\(count))", "prefix(\(count))") }
  static func skip(_ count: Int) -> Step { Step("skip(\(count))", "dropFirst(\(count))") }
  static func take(while body: String) -> Step { Step("take(while: { \(body) })", "prefix(while: { \(body) })") }
  static func take(until signal: String) -> Step {
    Step("take(until: \(signal))", "prefix(untilOutputFrom: \(signal))")
  }
  static func startWith(_ value: String) -> Step { Step("startWith(\(value))", "prepend(\(value))") }
  static func concat(just value: String) -> Step { Step("concat(.just(\(value)))", "append(Just(\(value)))") }
  static func zip(_ signal: String) -> Step { Step("zip(with: \(signal))", "zip(\(signal))") }
  static func buffer(_ count: Int) -> Step { Step("buffer(count: \(count))", "collect(\(count))") }
  static let share = Step("share()")
  static func retry(_ count: Int) -> Step { Step("retry(\(count))") }
  static func watch(_ body: String) -> Step {
    Step("do(onNext: { \(body) })", "handleEvents(receiveOutput: { \(body) })")
  }

  static func flatMap(_ type: String, values: String) -> Step {
    Step("flatMap { Signal<\(type), Never>([\(values)]) }", "flatMap { [\(values)].publisher }")
  }
  static func flatMapLatest(just value: String) -> Step {
    Step("flatMapLatest { .just(\(value)) }", "map { Just(\(value)) }.switchToLatest()")
  }

  static func failable(_ condition: String) -> Step {
    Step(
      "tryMap { value throws(Fault) in try accepted(value, if: \(condition)) }",
      "tryMap { value in try accepted(value, if: \(condition)) }")
  }
  static let failureType = Step("setFailureType(to: Fault.self)")
  static let report = Step("mapError { Report(fault: $0) }")
  static func replaceError(_ value: String) -> Step { Step("replaceError(with: \(value))") }
  static func `catch`(just value: String) -> Step {
    Step("catch { _ in .just(\(value)) }", "catch { _ in Just(\(value)) }")
  }

  static func debounce(_ milliseconds: Int) -> Step {
    Step(
      "debounce(.milliseconds(\(milliseconds)), on: .main)", "debounce(for: .milliseconds(\(milliseconds)), \(main))")
  }
  static func throttle(_ milliseconds: Int) -> Step {
    Step(
      "throttle(.milliseconds(\(milliseconds)), latest: true, on: .main)",
      "throttle(for: .milliseconds(\(milliseconds)), \(main), latest: true)")
  }
  static func delay(_ milliseconds: Int) -> Step {
    Step("delay(.milliseconds(\(milliseconds)), on: .main)", "delay(for: .milliseconds(\(milliseconds)), \(main))")
  }
  static let deliver = Step("deliver(on: .main)", "receive(on: DispatchQueue.main.ocombine)")

  private static let main = "scheduler: DispatchQueue.main.ocombine"
}
