import Switchboard

/// An event in a diagram: a value as the diagram shows it, or an end.
package enum Mark: Hashable, Sendable {
  case value(String)
  case completed
  case error(String)

  package var isEnd: Bool { if case .value = self { false } else { true } }

  init<Value, Failure>(_ event: SignalEvent<Value, Failure>) {
    switch event {
    case .value(let value): self = .value("\(value)")
    case .error(let error): self = .error("\(error)")
    case .completed: self = .completed
    }
  }
}

// Lets a table read `[5: 1, 15: "a", 25: true]`.
extension Mark: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  package init(integerLiteral value: Int) { self = .value("\(value)") }
  package init(stringLiteral value: String) { self = .value(value) }
  package init(booleanLiteral value: Bool) { self = .value("\(value)") }
}

/// An event with its virtual time.
package struct Moment: Hashable, Sendable {
  package let time: MarbleTime
  package let mark: Mark

  package init(_ time: MarbleTime, _ mark: Mark) { (self.time, self.mark) = (time, mark) }
}

/// Virtual time in tenths of a second.
package typealias MarbleTime = Int

extension MarbleTime {
  /// The end of a subscription that lasts longer than the diagram.
  package static var open: MarbleTime { .max }
  /// The cause of an output that no send of a source has caused.
  package static var subscription: MarbleTime { -1 }
}

/// A source of the examples of Switchboard.docc/Operators.md.
package enum MarbleInput: Hashable, Sendable {
  case numbers, others, words, flags
  case request, backup, produce
  /// The signal of the call `load(word)`.
  case load(String)

  package var name: String { if case .load(let word) = self { #"load("\#(word)")"# } else { "\(self)" } }

  /// Whether the source sends to each subscription anew. The times of a cold source count from the subscription.
  package var isCold: Bool {
    switch self {
    case .numbers, .others, .words, .flags: false
    case .request, .backup, .produce, .load: true
    }
  }
}

/// One entry of the tables: what the sources send, the code, and what each subscriber receives. Tests play the entry in
/// virtual time, and the program `marbles` draws it.
package struct MarbleDiagram: Sendable {
  package typealias Timeline = KeyValuePairs<MarbleTime, Mark>
  package typealias Subscriptions = [ClosedRange<MarbleTime>]

  package struct Source: Sendable {
    package let input: MarbleInput
    package let moments: [Moment]
    /// The time from the beginning to the end of each subscription that the operator makes.
    package let subscriptions: Subscriptions
  }

  package struct Subscriber: Equatable, Sendable {
    /// The time at which the subscriber comes.
    package let begin: MarbleTime
    package let moments: [Moment]

    package init(begin: MarbleTime, moments: [Moment]) { (self.begin, self.moments) = (begin, moments) }
  }

  /// The operator's name in Switchboard.docc/Operators.md.
  package let name: String
  package let sources: [Source]
  package let subscribers: [Subscriber]
  /// The calls of `log` by the code.
  package let log: [Moment]
  /// For an output that comes later than the send that caused it: the time of that send, by the time of the output.
  package let causes: [MarbleTime: MarbleTime]
  /// The place of the entry in the tables.
  package let file: String
  package let line: Int
  /// Makes the signal, and returns a function that subscribes to it.
  let make: @Sendable () -> Subscribe

  typealias Subscribe = (_ receive: @escaping @Sendable (Mark) -> Void) -> any Disposable

  /// Makes an entry for one subscriber, who comes at 0.
  ///
  /// - Parameters:
  ///   - subscribed: The subscriptions to sources. By default, a source has one, from 0 to the source's end.
  ///   - causes: The times of the sends that caused outputs which come later.
  ///   - code: The example of the page.
  init<Result: SignalProtocol>(
    _ name: String, _ sources: KeyValuePairs<MarbleInput, Timeline>, _ output: Timeline,
    subscribed: KeyValuePairs<MarbleInput, Subscriptions> = [:], log: Timeline = [:],
    causes: [MarbleTime: MarbleTime] = [:], file: String = #fileID, line: Int = #line,
    code: @escaping @Sendable () -> Result
  ) {
    self.init(
      name, sources, subscribers: [0: output], subscribed: subscribed, log: log, causes: causes, file: file,
      line: line, code: code)
  }

  /// Makes an entry for several subscribers, each with the time at which it comes.
  init<Result: SignalProtocol>(
    _ name: String, _ sources: KeyValuePairs<MarbleInput, Timeline>, subscribers: KeyValuePairs<MarbleTime, Timeline>,
    subscribed: KeyValuePairs<MarbleInput, Subscriptions> = [:], log: Timeline = [:],
    causes: [MarbleTime: MarbleTime] = [:], file: String = #fileID, line: Int = #line,
    code: @escaping @Sendable () -> Result
  ) {
    self.name = name
    self.sources = sources.map { input, timeline in
      let end = timeline.last.map { $0.value.isEnd || input.isCold ? $0.key : .open } ?? .open
      return Source(
        input: input, moments: timeline.map { Moment($0, $1) },
        subscriptions: subscribed.first { $0.key == input }?.value ?? [0...end])
    }
    self.subscribers = subscribers.map { begin, timeline in
      Subscriber(begin: begin, moments: timeline.map { Moment($0, $1) })
    }
    self.log = log.map { Moment($0, $1) }
    (self.causes, self.file, self.line) = (causes, file, line)
    make = {
      let signal = code()
      return { receive in
        signal.subscribe(
          onNext: { receive(Mark(SignalEvent<Result.Value, Result.Failure>.value($0))) },
          onError: { receive(Mark(SignalEvent<Result.Value, Result.Failure>.error($0))) },
          onCompleted: { receive(.completed) })
      }
    }
  }

  /// The time up to which tests play the entry and the program draws it: a little after the last event.
  package var end: MarbleTime {
    let times =
      sources.flatMap { source in
        let ends = source.subscriptions.map(\.upperBound).filter { $0 != .open }
        return source.input.isCold ? ends : ends + source.moments.map(\.time)
      } + subscribers.flatMap { [$0.begin] + $0.moments.map(\.time) }
    return max(times.max() ?? 0, 16) + 4
  }

  /// The name of the picture's file, without its suffix: the words of the name with hyphens between them.
  package var fileName: String {
    name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

/// Builds a table. Each entry is a statement of its own, because the compiler checks the types of a literal together.
@resultBuilder
enum MarbleTable {
  static func buildBlock(_ diagrams: MarbleDiagram...) -> [MarbleDiagram] { diagrams }
}
