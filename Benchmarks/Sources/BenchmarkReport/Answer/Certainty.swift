import Foundation

/// How far a run can be trusted: whether it finds the differences that are there, finds none where there is none, and
/// how wide its intervals are.
struct Certainty {
  let text: String?

  /// - Parameters:
  ///   - known: For each known difference that was measured, whether the run found it.
  ///   - comparisons: The comparisons of the suites.
  init(_ known: [Bool], _ comparisons: [Comparisons]) {
    let controls = comparisons.flatMap(\.controls)
    guard !controls.isEmpty else {
      text = nil
      return
    }
    let equal = controls.count { $0.interval.call == .noDifference }
    let widths = controls.map { log($0.interval.high / $0.interval.low) / 2 }.sorted()
    let width = expm1(widths[widths.count / 2])
    var parts = known.isEmpty ? [] : ["found \(known.count { $0 }) of \(known.count) known differences"]
    parts.append("found no difference in \(equal) of \(controls.count) comparisons of a candidate with itself")
    let reach = width.isFinite ? "Half of the intervals reach less than ± \(Figure.percent(width))." : ""
    text = "How sure: this run \(Markdown.list(parts)). \(reach)".trimmingCharacters(in: .whitespaces)
  }
}
