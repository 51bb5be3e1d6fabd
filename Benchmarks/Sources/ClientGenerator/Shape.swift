/// A chain of operators, which the generated client has once for each type of values.
struct Shape: Sendable {
  let name: String
  let source: Source
  let steps: @Sendable (ValueType) -> [Step]
  /// The chains that begin where the steps end; none where the steps end with the subscription.
  var branches: @Sendable (ValueType) -> [[Step]] = { _ in [] }

  /// The table of chains. Each has only operators that both libraries have; OpenCombine has no `combineLatest`.
  static let all: [Shape] = [
    Shape(name: "transform", source: .subject) { [.map($0.change), .filter($0.condition), .map($0.text)] },
    Shape(name: "total", source: .subject) { [.filter($0.condition), .map($0.number), .sum] },
    Shape(name: "changes", source: .subject) { [.map($0.number), .distinct, .map(#""\($0)""#)] },
    Shape(name: "label", source: .property) { [.map($0.text), .distinct] },
    Shape(name: "count", source: .property) { [.filter($0.condition), .map($0.number), .sum, .skip(1)] },
    Shape(name: "search", source: .subject) {
      [.map($0.text), .debounce(300), .distinct, .flatMapLatest(just: "$0.count")]
    },
    Shape(name: "meter", source: .subject) { [.filter($0.condition), .throttle(100), .map($0.number)] },
    Shape(name: "later", source: .property) { [.map($0.change), .delay(50), .deliver, .map($0.text)] },
    Shape(name: "merge", source: .merged) { [.filter($0.condition), .map($0.number), .sum] },
    Shape(name: "pairs", source: .paired) { [.map($0.number), .zip("texts"), .map(#""\($0.0) \($0.1)""#)] },
    Shape(name: "parts", source: .subject) {
      [.flatMap($0.name, values: "$0, \($0.change)"), .map($0.number), .take(3)]
    },
    Shape(
      name: "shared", source: .subject, steps: { [.map($0.change), .distinct, .share] },
      branches: { [[.map($0.number), .sum], [.filter($0.condition), .map($0.text)]] }),
    Shape(name: "check", source: .subject) {
      [.failable($0.condition.replacing("$0", with: "value")), .catch(just: $0.first), .map($0.text)]
    },
    Shape(name: "report", source: .subject) {
      [.map($0.change), .failureType, .report, .replaceError($0.first), .map($0.number)]
    },
    Shape(name: "load", source: .request) { [.retry(2), .catch(just: $0.second), .map($0.number)] },
    Shape(name: "page", source: .subject) { [.skip(1), .take(while: $0.condition), .buffer(1), .map("$0.count")] },
    Shape(name: "until", source: .paired) { [.take(until: "texts"), .startWith($0.second), .map($0.text)] },
    Shape(name: "history", source: .values) { [.concat(just: $0.first), .map($0.text), .compactMap("$0.last")] },
    Shape(name: "watch", source: .property) { [.watch("show($0)"), .map($0.text), .distinct, .take(2)] },
    Shape(name: "long", source: .subject) {
      [
        .filter($0.condition), .map($0.change), .distinct, .map($0.number), .sum, .filter("$0 > 1"), .map(#""\($0)""#),
        .buffer(2),
      ]
    },
  ]
}
