import Switchboard

extension MarbleInputs {
  @MarbleTable var joinSeveral: [MarbleDiagram] {
    MarbleDiagram("merge", [.numbers: [10: 2, 20: 3, 30: .completed]], [0: 1, 10: 2, 20: 3, 30: .completed]) {
      numbers.merge(with: .just(1))
    }
    MarbleDiagram(
      "Signal.merge", [.numbers: [5: 1, 20: 2, 30: .completed], .others: [12: 8, 27: 9, 35: .completed]],
      [5: 1, 12: 8, 20: 2, 27: 9, 35: .completed]
    ) {
      Signal.merge(numbers, others)
    }
    MarbleDiagram("concat", [.request: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: 3, 25: .completed]) {
      request.concat(.just(3))
    }
    MarbleDiagram(
      "then", [.request: [5: 1, 15: .completed], .others: [10: 7, 20: 8, 30: 9, 40: .completed]],
      [20: 8, 30: 9, 40: .completed], subscribed: [.others: [15...40]]
    ) {
      request.then(others)
    }
    MarbleDiagram(
      "combineLatest(with:)",
      [.numbers: [3: 1, 25: 2, 42: .completed], .words: [11: "a", 39: "b", 46: .completed]],
      [11: #"(1, "a")"#, 25: #"(2, "a")"#, 39: #"(2, "b")"#, 46: .completed]
    ) {
      numbers.combineLatest(with: words)
    }
    MarbleDiagram(
      "Signal.combineLatest",
      [.numbers: [5: 1, 22: 2, 38: .completed], .others: [13: 10, 30: 20, 41: .completed]],
      [13: 11, 22: 12, 30: 22, 41: .completed]
    ) {
      Signal.combineLatest(numbers, others) { $0 + $1 }
    }
    MarbleDiagram(
      "zip(with:)",
      [.numbers: [4: 1, 10: 2, 36: 3], .words: [16: "a", 30: "b", 41: .completed]],
      [16: #"(1, "a")"#, 30: #"(2, "b")"#, 41: .completed], subscribed: [.numbers: [0...41]]
    ) {
      numbers.zip(with: words)
    }
    MarbleDiagram(
      "Signal.zip", [.numbers: [5: 1, 11: 2, 33: .completed], .others: [17: 10, 26: 20, 40: .completed]],
      [17: 10, 26: 40, 33: .completed], subscribed: [.others: [0...33]]
    ) {
      Signal.zip(numbers, others) { $0 * $1 }
    }
    MarbleDiagram(
      "withLatestFrom", [.numbers: [3: 1, 15: 2, 27: 3, 38: .completed], .words: [9: "a", 21: "b", 32: "c"]],
      [15: "a 2", 27: "b 3", 38: .completed], subscribed: [.words: [0...38]]
    ) {
      numbers.withLatestFrom(words) { "\($1) \($0)" }
    }
    MarbleDiagram(
      "race(with:)", [.request: [15: 1, 25: 2, 35: .completed], .backup: [10: 8, 20: 9, 30: .completed]],
      [10: 8, 20: 9, 30: .completed], subscribed: [.request: [0...10]]
    ) {
      request.race(with: backup)
    }
    MarbleDiagram("startWith", [.numbers: [10: 1, 20: 2, 30: .completed]], [0: 0, 10: 1, 20: 2, 30: .completed]) {
      numbers.startWith(0)
    }
    MarbleDiagram("endWith", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: 0, 25: .completed]) {
      numbers.endWith(0)
    }
  }
}
