import Switchboard

extension MarbleInputs {
  @MarbleTable var transform: [MarbleDiagram] {
    MarbleDiagram("map", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [5: 10, 15: 20, 25: 30, 35: .completed]) {
      numbers.map { 10 * $0 }
    }
    MarbleDiagram("mapTo(_:)", [.numbers: [5: 1, 15: 2, 30: .completed]], [5: "tick", 15: "tick", 30: .completed]) {
      numbers.mapTo("tick")
    }
    MarbleDiagram("compactMap", [.words: [5: "1", 15: "x", 25: "3", 35: .completed]], [5: 1, 25: 3, 35: .completed]) {
      words.compactMap { Int($0) }
    }
    MarbleDiagram(
      "tryMap", [.words: [5: "1", 15: "x", 25: "3"]], [5: 1, 15: .error("broken")], subscribed: [.words: [0...15]]
    ) {
      words.tryMap { word throws(Fault) in try parse(word) }
    }
    MarbleDiagram(
      "enumerated", [.words: [5: "a", 17: "b", 29: "c", 37: .completed]],
      [5: "0. a", 17: "1. b", 29: "2. c", 37: .completed]
    ) {
      words.enumerated().map { "\($0). \($1)" }
    }
    MarbleDiagram("scan", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [5: 1, 15: 3, 25: 6, 35: .completed]) {
      numbers.scan(0, +)
    }
    MarbleDiagram(
      "scan(into:)", [.numbers: [5: 1, 15: 2, 28: 3, 38: .completed]],
      [5: "[1]", 15: "[1, 2]", 28: "[1, 2, 3]", 38: .completed]
    ) {
      numbers.scan(into: [Int]()) { $0.append($1) }
    }
    MarbleDiagram("pairwise", [.numbers: [5: 1, 15: 4, 25: 9, 35: .completed]], [15: 3, 25: 5, 35: .completed]) {
      numbers.pairwise().map { $0.current - $0.previous }
    }
    MarbleDiagram(
      "combinePrevious", [.numbers: [5: 1, 15: 4, 25: 9, 35: .completed]], [5: 1, 15: 3, 25: 5, 35: .completed]
    ) {
      numbers.combinePrevious(0).map { $0.current - $0.previous }
    }
    MarbleDiagram("reduce", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [35: 6, 35: .completed]) {
      numbers.reduce(0, +)
    }
    MarbleDiagram("toArray", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [35: "[1, 2, 3]", 35: .completed]) {
      numbers.toArray()
    }
    MarbleDiagram(
      "buffer(count:)", [.numbers: [5: 1, 10: 2, 15: 3, 25: 4, 35: .completed]],
      [15: "[1, 2, 3]", 35: "[4]", 35: .completed]
    ) {
      numbers.buffer(count: 3)
    }
    MarbleDiagram(
      "window(count:)", [.numbers: [5: 1, 10: 2, 15: 3, 25: 4, 35: .completed]], [15: 6, 35: 4, 35: .completed]
    ) {
      numbers.window(count: 3).flatMap { $0.reduce(0, +) }
    }
    MarbleDiagram(
      "buffer(until:)", [.numbers: [5: 1, 10: 2, 22: 3, 34: 4, 40: .completed], .words: [15: "a", 28: "b"]],
      [15: "[1, 2]", 28: "[3]", 40: "[4]", 40: .completed], subscribed: [.words: [0...40]]
    ) {
      numbers.buffer(until: words)
    }
    MarbleDiagram(
      "window(until:)", [.numbers: [5: 1, 10: 2, 22: 3, 34: 4, 40: .completed], .words: [15: "a", 28: "b"]],
      [15: 3, 28: 3, 40: 4, 40: .completed], subscribed: [.words: [0...40]]
    ) {
      numbers.window(until: words).flatMap { $0.reduce(0, +) }
    }
    MarbleDiagram(
      "groupBy", [.words: [5: "a", 12: "bb", 19: "a", 26: "cc", 33: "bb", 40: .completed]],
      [5: "a", 12: "bb", 26: "cc", 40: .completed]
    ) {
      words.groupBy(\.count).flatMap { $0.distinct() }
    }
    MarbleDiagram(
      "groupBy(until:)", [.words: [5: "a", 12: "b", 26: "c", 34: "d", 38: .completed], .flags: [19: true]],
      [5: "a", 26: "c", 38: .completed], subscribed: [.flags: [5...19, 26...38]]
    ) {
      words.groupBy(\.count, until: { _ in flags }).flatMap { $0.take(1) }
    }
    MarbleDiagram(
      "groupBy(whileObserved:)", [.words: [5: "a", 12: "bb", 19: "c", 26: "d", 33: "ee", 40: .completed]],
      [19: "ac", 33: "bbee", 40: "d", 40: .completed]
    ) {
      words.groupBy(\.count, whileObserved: true).flatMap { $0.take(2).reduce("", +) }
    }
    MarbleDiagram(
      "materialize", [.request: [5: 1, 22: .error("broken")]],
      [5: "value(1)", 22: "error(broken)", 22: .completed]
    ) {
      request.materialize()
    }
    MarbleDiagram(
      "dematerialize", [.request: [5: 1, 20: .error("broken")]], [5: 1, 20: .error("broken")]
    ) {
      request.materialize().dematerialize()
    }
    MarbleDiagram(
      "withUnretained", [.words: [8: "Ann", 24: "Bob", 37: .completed]],
      [8: "hello Ann", 24: "hello Bob", 37: .completed]
    ) {
      words.withUnretained(object).map { object, word in object.greet(word) }
    }
  }
}
