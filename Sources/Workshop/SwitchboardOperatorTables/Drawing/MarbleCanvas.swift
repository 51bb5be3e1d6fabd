/// The rows of a picture, from the top down.
struct MarbleCanvas {
  private static let row = 34.0
  private static let lineOfText = 18.0

  private let scale: MarbleScale
  private var y = 10.0
  private var shapes: [String] = []
  /// What is drawn in the present row: the horizontal extent and a name.
  private var taken: [(from: Double, to: Double, name: String)] = []
  private(set) var collisions: [String] = []

  init(_ scale: MarbleScale) { self.scale = scale }

  // MARK: Rows

  mutating func draw(_ source: MarbleDiagram.Source, end: MarbleTime, _ colours: MarbleColours) {
    let middle = beginRow(source.input.name)
    let ownEnd = source.moments.last { $0.mark.isEnd }?.time
    if !source.input.isCold { timeLine(from: 0, to: ownEnd, middle, "thin") }
    for subscription in source.subscriptions {
      let (first, last) = (subscription.lowerBound, min(subscription.upperBound, end))
      // The error's name is in the row of the subscriber.
      let shown = source.moments.map { moment in
        let mark: Mark = if case .error = moment.mark { .error("") } else { moment.mark }
        return Moment(source.input.isCold ? first + moment.time : moment.time, mark)
      }
      line(scale.x(first), middle, scale.x(last), middle, "thick")
      if first > 0 { edge(first, middle) }
      let endsItself = shown.contains { $0.time == subscription.upperBound && $0.mark.isEnd }
      if subscription.upperBound != .open && !endsItself { edge(last, middle) }
      if source.input.isCold {
        draw(shown.filter { $0.time <= min(last, end) }, middle, colours) { _ in true }
      }
    }
    if !source.input.isCold {
      draw(source.moments, middle, colours) { time in source.subscriptions.contains { $0.contains(time) } }
    }
    y += Self.row
  }

  mutating func draw(
    _ subscriber: MarbleDiagram.Subscriber, _ name: String, end: MarbleTime, _ colours: MarbleColours
  ) {
    let middle = beginRow(name)
    timeLine(from: subscriber.begin, to: subscriber.moments.last { $0.mark.isEnd }?.time, middle, "thick")
    if subscriber.begin > 0 { edge(subscriber.begin, middle) }
    draw(subscriber.moments, middle, colours) { _ in true }
    y += Self.row
  }

  mutating func drawBox(_ lines: [String]) {
    let height = Double(lines.count) * Self.lineOfText + 12
    y += 4
    shapes.append(
      #"<rect class="box" x="10" y="\#(f(y))" width="\#(f(MarblePicture.width - 20))" height="\#(f(height))" rx="6"/>"#)
    for (number, line) in lines.enumerated() {
      text(line, MarblePicture.width / 2, y + 19 + Double(number) * Self.lineOfText, "middle")
    }
    y += height + 6
  }

  /// Draws a scale of seconds.
  mutating func drawAxis(end: MarbleTime) {
    let step = end > 70 ? 20 : 10
    for time in stride(from: 0, through: end, by: step) {
      line(scale.x(time), y, scale.x(time), y + 5, "thin")
      text("\(time / 10) s", scale.x(time), y + 18, "middle")
    }
    y += 24
  }

  mutating func drawLog(_ log: [Moment]) {
    if log.isEmpty { return }
    text("log", 10, y + 14, "start")
    for moment in log {
      if case .value(let line) = moment.mark {
        text("\(MarblePicture.seconds(moment.time)) s  \(line)", scale.begin, y + 14, "start")
      }
      y += Self.lineOfText
    }
    y += 4
  }

  // MARK: Shapes

  /// Begins a row, and returns the height of its middle.
  private mutating func beginRow(_ name: String) -> Double {
    taken = []
    let middle = y + Self.row / 2
    text(name, 10, middle + 4.5, "start")
    return middle
  }

  private mutating func timeLine(from begin: MarbleTime, to end: MarbleTime?, _ middle: Double, _ style: String) {
    let last = end.map(scale.x) ?? scale.end
    line(scale.x(begin), middle, last, middle, style)
    if end == nil {
      shapes.append(#"<path class="head" d="M\#(f(last + 1)) \#(f(middle))l-8 -4.5v9z"/>"#)
    }
  }

  private mutating func edge(_ time: MarbleTime, _ middle: Double) {
    line(scale.x(time), middle - 16, scale.x(time), middle + 16, "edge")
  }

  private mutating func draw(
    _ moments: [Moment], _ middle: Double, _ colours: MarbleColours, isHeard: (MarbleTime) -> Bool
  ) {
    for group in MarbleScale.groups(moments) {
      var left = scale.x(group[0].time) - MarbleScale.width(group[0].mark) / 2
      let begin = left
      for moment in group {
        let width = MarbleScale.width(moment.mark)
        draw(moment.mark, left, middle, width, isHeard(moment.time) ? colours : nil)
        left += width + 2
      }
      // A line below marks that come at the same time.
      if group.count > 1 { line(begin, middle + 15.5, left - 2, middle + 15.5, "thin") }
    }
  }

  private mutating func draw(_ mark: Mark, _ left: Double, _ middle: Double, _ width: Double, _ colours: MarbleColours?)
  {
    switch mark {
    case .value(let value):
      take(left, left + width, value)
      let style = colours?.name(value) ?? "unheard"
      shapes.append(
        #"<rect class="\#(style)" x="\#(f(left))" y="\#(f(middle - 12))" width="\#(f(width))" height="24" rx="12"/>"#)
      text(
        MarblePicture.shown(value), left + width / 2, middle + 4.5, "middle", colours == nil ? nil : "on")
    case .completed:
      take(left, left + width, "|")
      line(left + width / 2, middle - 12, left + width / 2, middle + 12, "end")
    case .error(let name):
      let (x, right) = (left + width / 2, left + width + 5)
      take(left, right + Double(name.count) * MarblePicture.characterWidth, name)
      shapes.append(#"<path class="error" d="M\#(f(x - 8)) \#(f(middle - 8))l16 16m0 -16l-16 16"/>"#)
      text(name, right, middle + 4.5, "start", "fault")
    }
  }

  private mutating func take(_ from: Double, _ to: Double, _ name: String) {
    for other in taken where from < other.to && other.from < to { collisions.append("\(other.name) and \(name)") }
    if to > MarblePicture.width - 2 { collisions.append("\(name) and the edge") }
    taken.append((from, to, name))
  }

  private mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
    shapes.append(#"<path class="\#(style)" d="M\#(f(x1)) \#(f(y1))L\#(f(x2)) \#(f(y2))"/>"#)
  }

  private mutating func text(_ text: String, _ x: Double, _ y: Double, _ anchor: String, _ style: String? = nil) {
    let style = style.map { #" class="\#($0)""# } ?? ""
    shapes.append(
      #"<text\#(style) x="\#(f(x))" y="\#(f(y))" text-anchor="\#(anchor)">\#(MarbleStyle.escaped(text))</text>"#)
  }

  /// A length with one decimal.
  private func f(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  func svg(_ title: String, _ identifier: String, _ description: String) -> String {
    let size = "\(f(MarblePicture.width)) \(f(y + 8))"
    let (width, height) = (f(MarblePicture.width), f(y + 8))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(width)" height="\(height)" role="img" \
      aria-labelledby="\(identifier)-title \(identifier)-desc">
      <title id="\(identifier)-title">\(MarbleStyle.escaped(title))</title>
      <desc id="\(identifier)-desc">\(MarbleStyle.escaped(description))</desc>
      <style>\(MarbleStyle.sheet)</style>
      <rect class="ground" width="\(width)" height="\(height)" rx="8"/>
      \(shapes.joined(separator: "\n"))
      </svg>

      """
  }
}
