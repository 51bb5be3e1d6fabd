import Switchboard

extension MarbleInputs {
  @MarbleTable var flatten: [MarbleDiagram] {
    MarbleDiagram(
      "flatMap",
      [
        .words: [4: "a", 14: "b", 24: .completed],
        .load("a"): [5: 1, 20: 2, 25: .completed], .load("b"): [5: 8, 20: 9, 25: .completed],
      ],
      [9: 1, 19: 8, 24: 2, 34: 9, 39: .completed], subscribed: [.load("a"): [4...29], .load("b"): [14...39]]
    ) {
      words.flatMap(load)
    }
    MarbleDiagram(
      "flatMap(.merge(limit))",
      [
        .words: [2: "a", 8: "b", 14: "c", 20: "d", 26: "e", 31: .completed],
        .load("a"): [26: 1, 30: .completed], .load("b"): [26: 2, 30: .completed], .load("c"): [26: 3, 30: .completed],
        .load("d"): [26: 4, 30: .completed], .load("e"): [20: 5, 24: .completed],
      ],
      [28: 1, 34: 2, 40: 3, 46: 4, 52: 5, 56: .completed],
      subscribed: [
        .load("a"): [2...32], .load("b"): [8...38], .load("c"): [14...44], .load("d"): [20...50],
        .load("e"): [32...56],
      ]
    ) {
      words.flatMap(.merge(4)) { load($0) }
    }
    MarbleDiagram(
      "concatMap",
      [
        .words: [3: "a", 8: "b", 13: .completed],
        .load("a"): [5: 1, 15: 2, 20: .completed], .load("b"): [5: 8, 15: 9, 20: .completed],
      ],
      [8: 1, 18: 2, 28: 8, 38: 9, 43: .completed], subscribed: [.load("a"): [3...23], .load("b"): [23...43]]
    ) {
      words.concatMap { load($0) }
    }
    MarbleDiagram(
      "flatMapLatest",
      [
        .words: [4: "a", 18: "b", 28: .completed],
        .load("a"): [5: 1, 20: 2, 25: .completed], .load("b"): [5: 8, 15: 9, 20: .completed],
      ],
      [9: 1, 23: 8, 33: 9, 38: .completed], subscribed: [.load("a"): [4...18], .load("b"): [18...38]]
    ) {
      words.flatMapLatest { load($0) }
    }
    MarbleDiagram(
      "flatMapFirst",
      [
        .words: [3: "a", 11: "b", 25: "c", 31: .completed],
        .load("a"): [5: 1, 13: 2, 18: .completed], .load("c"): [5: 8, 13: 9, 18: .completed],
      ],
      [8: 1, 16: 2, 30: 8, 38: 9, 43: .completed], subscribed: [.load("a"): [3...21], .load("c"): [25...43]]
    ) {
      words.flatMapFirst { load($0) }
    }
    MarbleDiagram(
      "flatten",
      [
        .words: [3: "a", 8: "b", 13: .completed],
        .load("a"): [5: 1, 15: 2, 20: .completed], .load("b"): [5: 8, 15: 9, 20: .completed],
      ],
      [8: 1, 18: 2, 28: 8, 38: 9, 43: .completed], subscribed: [.load("a"): [3...23], .load("b"): [23...43]]
    ) {
      words.map { load($0) }.flatten(.concat)
    }
    MarbleDiagram(
      "switchToLatest",
      [
        .words: [4: "a", 18: "b", 28: .completed],
        .load("a"): [5: 1, 20: 2, 25: .completed], .load("b"): [5: 8, 15: 9, 20: .completed],
      ],
      [9: 1, 23: 8, 33: 9, 38: .completed], subscribed: [.load("a"): [4...18], .load("b"): [18...38]]
    ) {
      words.map { load($0) }.switchToLatest()
    }
    MarbleDiagram(
      "ifThenElse",
      [
        .flags: [3: true, 19: false],
        .numbers: [9: 1, 15: 2, 25: 3, 31: 4], .others: [12: 6, 22: 7, 28: 8, 34: 9],
      ],
      [9: 1, 15: 2, 22: 7, 28: 8, 34: 9], subscribed: [.numbers: [3...19], .others: [19...(.open)]]
    ) {
      flags.ifThenElse(numbers, else: others)
    }
    MarbleDiagram(
      "switchTo",
      [
        .words: [3: "a", 16: "b", 27: "c"],
        .numbers: [9: 1, 20: 2, 33: 3], .others: [12: 7, 23: 8, 36: 9],
      ],
      [9: 1, 23: 8], subscribed: [.numbers: [3...16], .others: [16...27]]
    ) {
      words.switchTo(["a": numbers.signal, "b": others.signal], default: .never())
    }
  }
}
