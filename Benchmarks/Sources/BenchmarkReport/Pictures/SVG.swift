import Foundation

/// The forms of SVG that the pictures use.
enum SVG {
  static func number(_ value: Double) -> String { String(format: "%g", (value * 100).rounded() / 100) }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// Returns the colour of the page where the page has one of its own, as in the dark.
  static func ink(_ color: String) -> String { "var(--c-\(color.dropFirst()),\(color))" }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ kind: String) -> String {
    "<path class=\"\(kind)\" d=\"M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))\"/>"
  }

  /// - Parameter anchor: `start`, `middle` or `end`: which part of the text is at `x`.
  static func text(
    _ x: Double, _ y: Double, _ text: String, anchor: String = "start", kind: String = "soft"
  ) -> String {
    """
    <text class="\(kind)" x="\(number(x))" y="\(number(y))" text-anchor="\(anchor)">\(escaped(text))</text>
    """
  }

  /// Returns a tick: a line from `from` to `to` across the axis, and its label. The group is moved to the place of the
  /// value, from which the check of the page reads the scale.
  static func tick(
    _ value: String, atX x: Double, from top: Double, to bottom: Double, kind: String = "grid"
  ) -> String {
    "<g class=\"x\" transform=\"translate(\(number(x)) 0)\">\(line(0, top, 0, bottom, kind))"
      + "\(text(0, bottom + 13, value, anchor: "middle"))</g>"
  }

  static func tick(_ value: String, atY y: Double, from left: Double, to right: Double) -> String {
    "<g class=\"y\" transform=\"translate(0 \(number(y)))\">\(line(left, 0, right, 0, "grid"))"
      + "\(text(left - 5, 4, value, anchor: "end"))</g>"
  }

  /// Returns the shapes of a candidate's points, as one path.
  static func shapes(_ points: [(x: Double, y: Double)], _ style: CandidateStyle) -> String {
    let half = style.size.squareRoot() / 2
    let (h, side) = (number(half), number(2 * half))
    let shape =
      switch style.shape {
      case "square": "m-\(h)-\(h)h\(side)v\(side)h-\(side)z"
      case "triangle-up": "m0-\(number(half * 1.2))l\(number(half * 1.2)) \(side)h-\(number(half * 2.4))z"
      default: "m-\(h) 0a\(h) \(h) 0 1 0 \(side) 0a\(h) \(h) 0 1 0-\(side) 0z"
      }
    let places = points.map { "M\(number($0.x)) \(number($0.y))\(shape)" }
    return "<path d=\"\(places.joined())\" style=\"fill:\(ink(style.color))\"/>"
  }

  /// A logarithmic scale from values to places.
  struct Scale {
    let values: ClosedRange<Double>
    let from, to: Double

    func callAsFunction(_ value: Double) -> Double {
      from + (to - from) * log(value / values.lowerBound) / log(values.upperBound / values.lowerBound)
    }
  }
}
