import Switchboard

extension MarbleInputs {
  @MarbleTable package var time: [MarbleDiagram] {
    MarbleDiagram(
      "delay", [.numbers: [5: 1, 12: 2, 19: .completed]], [15: 1, 22: 2, 29: .completed],
      causes: [15: 5, 22: 12, 29: 19]
    ) {
      numbers.delay(.seconds(1), on: scheduler)
    }
    MarbleDiagram(
      "delay(on:)", [.numbers: [5: 3, 12: 1, 30: .completed]], [22: 1, 35: 3, 35: .completed],
      causes: [22: 12, 35: 5]
    ) {
      numbers.delay(on: scheduler) { .seconds($0) }
    }
    MarbleDiagram(
      "debounce", [.words: [2: "a", 4: "ab", 11: "b", 16: .completed]], [7: "ab", 14: "b", 16: .completed],
      causes: [7: 4, 14: 11]
    ) {
      words.debounce(.milliseconds(300), on: scheduler)
    }
    MarbleDiagram(
      "debounce(where:)", [.words: [2: "a", 4: "", 11: "b", 16: .completed]], [4: "", 14: "b", 16: .completed],
      causes: [14: 11]
    ) {
      words.debounce(.milliseconds(300), on: scheduler) { !$0.isEmpty }
    }
    MarbleDiagram(
      "debounce(on:)", [.words: [2: "ab", 4: "a", 11: "b", 16: .completed]], [5: "a", 12: "b", 16: .completed],
      causes: [5: 4, 12: 11]
    ) {
      words.debounce(on: scheduler) { .milliseconds(100 * $0.count) }
    }
    MarbleDiagram(
      "throttle", [.numbers: [2: 1, 6: 2, 10: 3, 15: 4, 20: 5, 28: .completed]], [2: 1, 15: 4, 28: .completed]
    ) {
      numbers.throttle(.seconds(1), latest: false, on: scheduler)
    }
    MarbleDiagram(
      "throttle(first:)", [.numbers: [2: 1, 6: 2, 15: 3, 28: .completed]], [12: 2, 22: 3, 28: .completed],
      causes: [12: 6, 22: 15]
    ) {
      numbers.throttle(.seconds(1), first: false, on: scheduler)
    }
    MarbleDiagram(
      "sample(every:)", [.numbers: [3: 1, 7: 2, 16: 3, 35: .completed]], [10: 2, 20: 3, 30: 3, 35: .completed],
      causes: [10: 7, 20: 16, 30: .subscription]
    ) {
      numbers.sample(every: .seconds(1), on: scheduler)
    }
    MarbleDiagram(
      "timeout(after:), of the whole", [.request: [10: 1, 25: 2, 60: .completed]],
      [10: 1, 25: 2, 50: .error("late")], subscribed: [.request: [0...50]], causes: [50: .subscription]
    ) {
      request.timeout(after: .seconds(5), raising: .late, on: scheduler)
    }
    MarbleDiagram(
      "timeout(between:), of each value", [.request: [20: 1, 45: 2, 110: .completed]],
      [20: 1, 45: 2, 95: .error("late")], subscribed: [.request: [0...95]], causes: [95: .subscription]
    ) {
      request.timeout(between: .seconds(5), raising: .late, on: scheduler)
    }
    MarbleDiagram(
      "buffer(for:limit:)", [.numbers: [3: 1, 7: 2, 20: 3, 36: .completed]],
      [13: "[1, 2]", 30: "[3]", 36: .completed], causes: [13: 3, 30: 20]
    ) {
      numbers.buffer(for: .seconds(1), limit: 100, on: scheduler)
    }
    MarbleDiagram(
      "window(for:limit:)", [.numbers: [3: 1, 7: 2, 20: 3, 36: .completed]], [13: 3, 30: 3, 36: .completed],
      causes: [13: 3, 30: 20]
    ) {
      numbers.window(for: .seconds(1), on: scheduler).flatMap { $0.reduce(0, +) }
    }
    MarbleDiagram("deliver(on:)", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]) {
      numbers.deliver(on: scheduler)
    }
    MarbleDiagram("start(on:)", [.request: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]) {
      request.start(on: scheduler)
    }
    MarbleDiagram("Signal.interval", [:], [10: 0, 20: 1, 30: 2]) {
      Signal.interval(.seconds(1), on: scheduler)
    }
    MarbleDiagram("Signal.timer", [:], [10: 0, 10: .completed]) {
      Signal.timer(after: .seconds(1), on: scheduler)
    }
  }
}
