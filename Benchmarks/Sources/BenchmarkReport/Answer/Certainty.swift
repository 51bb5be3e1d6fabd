import Foundation

/// How far a run can be trusted: whether it finds the differences that are there, finds none where there is none, and
/// how wide its intervals are.
struct Certainty {
  let text: String?

  /// - Parameters:
  ///   - known: The known differences that were measured, and whether the run found them.
  ///   - comparisons: The comparisons of the suites.
  init(_ known: [(difference: KnownDifference, isFound: Bool)], _ comparisons: [Comparisons]) {
    let controls = comparisons.flatMap(\.controls)
    guard !controls.isEmpty else {
      text = nil
      return
    }
    let equal = controls.count { $0.interval.call == .noDifference }
    let widths = controls.map { log($0.interval.high / $0.interval.low) / 2 }.sorted()
    let width = expm1(widths[widths.count / 2])
    func found(_ planted: Int?, _ words: String) -> String? {
      let own = known.filter { $0.difference.planted == planted }
      return own.isEmpty ? nil : "\(own.count { $0.isFound }) of \(own.count) \(words)"
    }
    let parts =
      [found(nil, "known differences")]
      + PlantedCandidate.percentages.reversed().map { found($0, "planted ones of \($0)\(Figure.space)%") }
      + ["no difference in \(equal) of \(controls.count) comparisons of a candidate with itself"]
    let reach = width.isFinite ? "Half of the intervals reach less than ± \(Figure.percent(width))." : ""
    text = "How sure: this run found \(Markdown.list(parts.compactMap(\.self))). \(reach)".trimmingCharacters(
      in: .whitespaces)
  }
}
