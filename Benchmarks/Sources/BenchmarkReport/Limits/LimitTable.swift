extension [Limit] {
  /// The summary for readers in a hurry.
  var claim: String {
    func names(_ outcome: Limit.Outcome) -> [String] {
      filter { $0.outcome == outcome }.map { "“\($0.title)”" }
    }
    let measured = filter { $0.outcome != .notMeasured }
    let met = names(.met).count
    var sentences = [
      measured.isEmpty
        ? "**This run measured no limit.**"
        : met == measured.count
          ? "**Within all \(met) limits that this run measured.**"
          : "**Within \(met) of \(measured.count) limits that this run measured.**"
    ]
    if !names(.missed).isEmpty { sentences.append("**Missed:** \(Markdown.list(names(.missed))).") }
    if !names(.undecided).isEmpty {
      sentences.append(
        "Undecided within the uncertainty: \(Markdown.list(names(.undecided))).")
    }
    return sentences.joined(separator: " ")
  }

  var table: String {
    Markdown.table(
      ["cost", "limit", "measured", ""],
      map { limit in
        let unit = Figure.space + limit.unit
        let figure = limit.measured == nil ? Figure.missing : Figure.number(limit.measured) + unit
        return [
          limit.title, (limit.isLeast ? "≥ " : "≤ ") + Figure.count(limit.bound) + unit,
          limit.uncertainty == 0 ? figure : figure + " ± " + Figure.number(limit.uncertainty),
          word(limit.outcome),
        ]
      })
  }

  /// Returns a sentence for each exact limit that is missed.
  var exceeded: [String] {
    filter { $0.isExact && $0.outcome == .missed }.map {
      "\($0.title): \(Figure.number($0.measured)) \($0.unit); the limit is \(Figure.number($0.bound))"
    }
  }

  private func word(_ outcome: Limit.Outcome) -> String {
    switch outcome {
    case .met: "met"
    case .missed: "**missed**"
    case .undecided: "undecided"
    case .notMeasured: Figure.missing
    }
  }
}
