/// The drawing of an entry as SVG, 400 units wide.
///
/// The text of the smallest type is 13 units high, so it is readable where the picture is 360 pixels wide. A picture
/// has colours for light and for dark surroundings, and its own background, so that both always fit together.
package struct MarblePicture: Sendable {
  /// The width of a character of the monospaced font, whose size is 13 units.
  static let characterWidth = 7.9
  static let width = 400.0

  package let svg: String
  /// Pairs of texts or shapes in the picture that overlap. A diagram with such pairs needs other times.
  package let collisions: [String]

  /// - Parameter code: The code of the entry, for the box between the sources and the result.
  package init(_ diagram: MarbleDiagram, code: String) {
    let lines = MarbleCode.wrapped(code, 46)
    let names = diagram.sources.map(\.input.name) + Self.resultNames(diagram)
    let label = (names.map(\.count).max() ?? 0)
    let scale = MarbleScale(diagram, begin: 10 + Double(label) * Self.characterWidth + 20)
    var canvas = MarbleCanvas(scale)
    let colours = MarbleColours(diagram.sources)
    for source in diagram.sources { canvas.draw(source, end: diagram.end, colours) }
    canvas.drawBox(lines)
    for (name, subscriber) in zip(Self.resultNames(diagram), diagram.subscribers) {
      canvas.draw(subscriber, name, end: diagram.end, colours)
    }
    if code.contains("scheduler") { canvas.drawAxis(end: diagram.end) }
    canvas.drawLog(diagram.log)
    svg = canvas.svg(diagram.name, diagram.fileName, Self.description(diagram, code))
    collisions = canvas.collisions
  }

  static func resultNames(_ diagram: MarbleDiagram) -> [String] {
    diagram.subscribers.count == 1 ? ["result"] : diagram.subscribers.indices.map { "result \($0 + 1)" }
  }

  /// The picture in words, for readers who do not see it.
  static func description(_ diagram: MarbleDiagram, _ code: String) -> String {
    var sentences: [String] = []
    for source in diagram.sources {
      sentences.append(
        sentence(source.input.name, source.moments)
          + (source.input.isCold ? ", counted from each subscription." : ".")
          + source.subscriptions.filter { $0 != 0...(.open) }.map { subscription in
            " Subscribed from \(seconds(subscription.lowerBound)) s"
              + (subscription.upperBound == .open ? " on." : " to \(seconds(subscription.upperBound)) s.")
          }.joined())
    }
    sentences.append("Code: \(code).")
    for (name, subscriber) in zip(resultNames(diagram), diagram.subscribers) {
      let begin = subscriber.begin == 0 ? "" : ", from \(seconds(subscriber.begin)) s,"
      sentences.append(sentence(name + begin, subscriber.moments) + ".")
    }
    if !diagram.log.isEmpty { sentences.append(sentence("log", diagram.log) + ".") }
    return sentences.joined(separator: " ")
  }

  private static func sentence(_ name: String, _ moments: [Moment]) -> String {
    if moments.isEmpty { return "\(name): nothing" }
    let parts = moments.map { moment in
      switch moment.mark {
      case .value(let text): "\(shown(text)) at \(seconds(moment.time)) s"
      case .completed: "completion at \(seconds(moment.time)) s"
      case .error(let error): "error \(error) at \(seconds(moment.time)) s"
      }
    }
    return "\(name): " + parts.joined(separator: ", ")
  }

  static func seconds(_ time: MarbleTime) -> String { "\(time / 10).\(time % 10)" }

  /// The text of a value as the picture shows it.
  static func shown(_ text: String) -> String { text.isEmpty ? #""""# : text }
}

/// Which colour a value has: that of the first source that sends a value with the same text, or a colour of its own.
struct MarbleColours {
  /// The number of colours of sources; further sources begin again with the first colour.
  static let count = 4
  private var classes: [String: String] = [:]

  init(_ sources: [MarbleDiagram.Source]) {
    for (number, source) in sources.enumerated() {
      for case .value(let text) in source.moments.map(\.mark) where classes[text] == nil {
        classes[text] = "c\(number % Self.count)"
      }
    }
  }

  func name(_ text: String) -> String { classes[text] ?? "new" }
}

/// Where the times of an entry are in its picture.
struct MarbleScale {
  let begin: Double
  let step: Double
  /// The end of the time line's arrow.
  let end = MarblePicture.width - 8

  init(_ diagram: MarbleDiagram, begin: Double) {
    self.begin = begin
    var step = (end - 10 - begin) / Double(diagram.end)
    for moments in diagram.subscribers.map(\.moments) + diagram.sources.map(\.moments) {
      for group in Self.groups(moments) where group[0].time > 0 {
        step = min(step, (end - 10 - begin - Self.extent(group)) / Double(group[0].time))
      }
    }
    self.step = step
  }

  func x(_ time: MarbleTime) -> Double { begin + step * Double(time) }

  /// The width of a mark.
  static func width(_ mark: Mark) -> Double {
    switch mark {
    case .value(let text):
      max(24, Double(MarblePicture.shown(text).count) * MarblePicture.characterWidth + 10)
    case .completed: 5
    case .error: 16
    }
  }

  /// The marks in groups with equal times.
  static func groups(_ moments: [Moment]) -> [[Moment]] {
    moments.reduce(into: []) { groups, moment in
      if groups.last?.last?.time == moment.time {
        groups[groups.count - 1].append(moment)
      } else {
        groups.append([moment])
      }
    }
  }

  /// How far a group reaches to the right of its time. The first mark has its middle at the time.
  private static func extent(_ group: [Moment]) -> Double {
    let text: Double =
      if case .error(let name) = group.last?.mark { Double(name.count) * MarblePicture.characterWidth + 6 } else { 0 }
    return group.dropFirst().reduce(width(group[0].mark) / 2) { $0 + width($1.mark) + 2 } + text
  }
}
