import Switchboard

extension MarbleInputs {
  /// Forms of operators that keep something for later, and that the page has no diagram of.
  @MarbleTable package var held: [MarbleDiagram] {
    MarbleDiagram(
      "delay, several at one time", [.numbers: [5: 1, 6: 2, 7: 3]], [15: 1, 16: 2, 17: 3],
      causes: [15: 5, 16: 6, 17: 7]
    ) {
      numbers.delay(.seconds(1), on: scheduler)
    }
    MarbleDiagram(
      "debounce, completion", [.words: [2: "a", 4: "b", 6: .completed]], [6: "b", 6: .completed], causes: [6: 4]
    ) {
      words.debounce(.milliseconds(300), on: scheduler)
    }
    MarbleDiagram(
      "throttle(latest:)", [.numbers: [2: 1, 6: 2, 8: 3, 15: 4, 33: 5, 35: 6, 36: .completed]],
      [2: 1, 12: 3, 22: 4, 33: 5, 36: 6, 36: .completed], causes: [12: 8, 22: 15, 36: 35]
    ) {
      numbers.throttle(.seconds(1), on: scheduler)
    }
    MarbleDiagram(
      "buffer(for:limit:), the limit", [.numbers: [3: 1, 7: 2, 9: 3, 25: .completed]],
      [7: "[1, 2]", 19: "[3]", 25: .completed], causes: [19: 9]
    ) {
      numbers.buffer(for: .seconds(1), limit: 2, on: scheduler)
    }
    MarbleDiagram(
      "one delay behind another", [.words: [2: "a", 4: "b", 30: .completed]], [17: "b", 40: .completed],
      causes: [17: 4, 40: 30]
    ) {
      words.debounce(.milliseconds(300), on: scheduler).delay(.seconds(1), on: scheduler)
    }
    MarbleDiagram(
      "delay in a group", [.words: [2: "a", 4: "bb", 30: .completed]], [12: "a", 14: "bb", 40: .completed],
      causes: [12: 2, 14: 4, 40: 30]
    ) {
      words.groupBy(\.count).flatMap { $0.delay(.seconds(1), on: scheduler) }
    }
    MarbleDiagram(
      "concatMap, a signal that waits",
      [.words: [3: "a", 8: "b", 13: .completed], .load("a"): [6: 1, 20: .completed]],
      [9: 1, 23: 7, 23: .completed], subscribed: [.load("a"): [3...23]], causes: [23: 8]
    ) {
      words.concatMap { $0 == "a" ? load($0) : .just(7) }
    }
    MarbleDiagram(
      "flatMap(.merge(1)), a signal that waits", [.words: [3: "a", 8: "b"], .load("a"): [6: 1, 20: .completed]],
      [9: 1, 23: 7], subscribed: [.load("a"): [3...23]], causes: [23: 8]
    ) {
      words.flatMap(.merge(1)) { $0 == "a" ? load($0) : .just(7) }
    }
    MarbleDiagram("retry(after:), at once", [:], [0: 1, 10: 1, 20: 1, 20: .error("broken")]) {
      Signal<Int, Fault>.just(1).concat(.fail(.broken)).retry(2, after: .seconds(1), on: scheduler)
    }
    MarbleDiagram(
      "retry(when:), at once", [.flags: [5: true]], [0: 1, 15: 1], subscribed: [.flags: [0...5, 15...(.open)]],
      causes: [15: 5]
    ) {
      Signal<Int, Fault>.just(1).concat(flags.setFailureType(to: Fault.self).flatMap { _ in .fail(.broken) })
        .retry(when: { $0.delay(.seconds(1), on: scheduler) })
    }
    MarbleDiagram("start(on:), at once", [:], [0: 1, 0: .completed]) {
      Signal.just(1).start(on: scheduler)
    }
  }
}
