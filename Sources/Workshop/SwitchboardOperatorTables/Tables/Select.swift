import Switchboard

extension MarbleInputs {
  @MarbleTable var select: [MarbleDiagram] {
    MarbleDiagram(
      "filter", [.numbers: [5: 1, 13: 3, 21: 2, 29: 4, 37: .completed]], [13: 3, 29: 4, 37: .completed]
    ) {
      numbers.filter { $0 > 2 }
    }
    MarbleDiagram("ignore", [.words: [5: "a", 15: "", 25: "b", 35: .completed]], [5: "a", 25: "b", 35: .completed]) {
      words.ignore("")
    }
    MarbleDiagram("ignoreValues", [.numbers: [5: 1, 15: 2, 25: .completed]], [25: .completed]) {
      numbers.ignoreValues()
    }
    MarbleDiagram(
      "distinctUntilChanged", [.numbers: [5: 1, 12: 1, 19: 2, 26: 2, 33: 1, 40: .completed]],
      [5: 1, 19: 2, 33: 1, 40: .completed]
    ) {
      numbers.distinctUntilChanged()
    }
    MarbleDiagram(
      "distinctUntilChanged(by:)", [.words: [5: "a", 12: "b", 19: "cc", 26: "dd", 33: "e", 40: .completed]],
      [5: "a", 19: "cc", 33: "e", 40: .completed]
    ) {
      words.distinctUntilChanged(by: \.count)
    }
    MarbleDiagram(
      "distinct", [.numbers: [5: 1, 12: 2, 19: 1, 26: 3, 33: 2, 40: .completed]], [5: 1, 12: 2, 26: 3, 40: .completed]
    ) {
      numbers.distinct()
    }
    MarbleDiagram(
      "take", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [5: 1, 15: 2, 15: .completed],
      subscribed: [.numbers: [0...15]]
    ) {
      numbers.take(2)
    }
    MarbleDiagram(
      "take(last:)", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [35: 2, 35: 3, 35: .completed]
    ) {
      numbers.take(last: 2)
    }
    MarbleDiagram(
      "take(while:)", [.numbers: [5: 1, 15: 2, 25: 3, 35: 1]], [5: 1, 15: 2, 25: .completed],
      subscribed: [.numbers: [0...25]]
    ) {
      numbers.take(while: { $0 < 3 })
    }
    MarbleDiagram(
      "take(until:)", [.numbers: [5: 1, 15: 2, 25: 3], .words: [20: "a", 30: "b"]], [5: 1, 15: 2, 20: .completed],
      subscribed: [.numbers: [0...20], .words: [0...20]]
    ) {
      numbers.take(until: words)
    }
    MarbleDiagram(
      "take(untilReplacement:)",
      [.numbers: [5: 1, 15: 2, 25: 3], .others: [20: 8, 30: 9, 40: .completed]],
      [5: 1, 15: 2, 20: 8, 30: 9, 40: .completed], subscribed: [.numbers: [0...20]]
    ) {
      numbers.take(untilReplacement: others)
    }
    MarbleDiagram("skip", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [25: 3, 35: .completed]) {
      numbers.skip(2)
    }
    MarbleDiagram(
      "skip(while:)", [.numbers: [5: 1, 13: 2, 21: 3, 29: 1, 37: .completed]], [21: 3, 29: 1, 37: .completed]
    ) {
      numbers.skip(while: { $0 < 3 })
    }
    MarbleDiagram(
      "skip(until:)", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed], .words: [10: "a", 20: "b"]],
      [15: 2, 25: 3, 35: .completed], subscribed: [.words: [0...10]]
    ) {
      numbers.skip(until: words)
    }
    MarbleDiagram(
      "element(at:)", [.numbers: [5: 1, 15: 2, 25: 3]], [15: 2, 15: .completed], subscribed: [.numbers: [0...15]]
    ) {
      numbers.element(at: 1)
    }
    MarbleDiagram(
      "first(where:)", [.numbers: [5: 1, 15: 3, 25: 4]], [15: 3, 15: .completed], subscribed: [.numbers: [0...15]]
    ) {
      numbers.first { $0 > 2 }
    }
    MarbleDiagram("last(where:)", [.numbers: [5: 1, 15: 2, 25: 3, 35: .completed]], [35: 2, 35: .completed]) {
      numbers.last { $0 < 3 }
    }
    MarbleDiagram(
      "sample", [.numbers: [4: 1, 10: 2, 28: 3, 40: .completed], .words: [16: "a", 22: "b", 34: "c"]],
      [16: 2, 22: 2, 34: 3, 40: .completed], subscribed: [.words: [0...40]], causes: [16: 10, 34: 28]
    ) {
      numbers.sample(words)
    }
  }
}
