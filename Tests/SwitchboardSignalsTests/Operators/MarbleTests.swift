import SwitchboardOperatorTables
import Testing

/// Plays the entries that the diagrams of Switchboard.docc/Operators.md show.
@Suite("Operators: marble diagrams")
struct MarbleTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    let number: Int
    let diagram: MarbleDiagram
    var testDescription: String { diagram.name }

    static let all = MarbleInputs().diagrams.enumerated().map { Entry(number: $0.offset, diagram: $0.element) }

    /// Those with one source and one subscriber, whose output does not depend on the time between events. The example
    /// of `merge` has a second source, which is made on the spot.
    static let untimed = all.filter { entry in
      entry.diagram.sources.count == 1 && entry.diagram.subscribers.map(\.begin) == [0]
        && !MarbleInputs().time.contains { $0.name == entry.diagram.name }
        && !["merge", "retry(after:)", "retry(backoff:)", "retry(when:)", "repeat(after:)"]
          .contains(entry.diagram.name)
    }

    /// Those whose sources are subscribed to at the beginning only.
    static let fromBeginning = all.filter { entry in
      entry.diagram.sources.allSatisfy { $0.subscriptions.map(\.lowerBound) == [0] }
    }

    /// What these operators start goes on without subscribers.
    var goesOn: Bool {
      ["replay", "replayLast", "replayLazily", "share(keepingConnected:)", "startEagerly", "startLazily"]
        .contains(diagram.name)
    }

    func expected(until time: MarbleTime) -> [MarbleDiagram.Subscriber] {
      diagram.subscribers.filter { $0.begin <= time }.map { subscriber in
        MarbleDiagram.Subscriber(begin: subscriber.begin, moments: subscriber.moments.filter { $0.time <= time })
      }
    }
  }

  @Test("values, ends, subscriptions and calls are at the times of the diagram", arguments: Entry.all)
  func asDrawn(entry: Entry) {
    let run = MarbleRun(entry.number)
    #expect(run.subscribers == entry.diagram.subscribers)
    let subscriptions = entry.diagram.sources.map { ($0.input, $0.subscriptions) }
    #expect(run.subscriptions == Dictionary(uniqueKeysWithValues: subscriptions))
    #expect(run.log == entry.diagram.log)
    #expect(run.leftover == [])
  }

  @Test("timers that come early neither stop an operator nor make it early", arguments: Entry.all)
  func earlyTimers(entry: Entry) {
    #expect(MarbleRun(entry.number, areTimersEarly: true).subscribers == entry.diagram.subscribers)
  }

  @Test("disposed after each event: nothing more arrives, and no source keeps a subscription", arguments: Entry.all)
  func disposed(entry: Entry) {
    let times =
      entry.diagram.subscribers.flatMap { [$0.begin] + $0.moments.map(\.time) }
      + entry.diagram.sources.flatMap { $0.moments.map(\.time) }
    for time in Set(times).sorted() {
      let run = MarbleRun(entry.number, disposal: time)
      #expect(run.subscribers == entry.expected(until: time), "disposed at \(time)")
      #expect(entry.goesOn || run.leftover == [], "disposed at \(time)")
    }
  }

  @Test("cold sources that are subscribed to at the beginning", arguments: Entry.fromBeginning)
  func cold(entry: Entry) {
    #expect(MarbleRun(entry.number, supply: .cold).subscribers == entry.diagram.subscribers)
  }

  @Test("a source that sends all events inside subscribe", arguments: Entry.untimed)
  func atOnce(entry: Entry) {
    let run = MarbleRun(entry.number, supply: .atOnce)
    #expect(run.subscribers.map { $0.moments.map(\.mark) } == entry.diagram.subscribers.map { $0.moments.map(\.mark) })
  }
}
