import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults

/// What a run measures to answer its questions, and what it says while it does so.
struct AnswerPlan {
  /// The cells, in the settings in which the answer needs them.
  let keys: [TimingPass.Key]

  private var inquiry: Inquiry
  private let keyOf: [BenchmarkResults.Measurement.Identity: TimingPass.Key]

  /// - Parameter keys: All cells that the suite can measure, in all settings.
  init(_ suite: Suite, _ keys: [TimingPass.Key], seed: UInt64) {
    let timed = keys.filter { suite.measurable($0.cell)?.cell($0.cell, seed) != nil }
    inquiry = Inquiry(timed.map(\.place), suite.descriptions)
    let keyOf = Dictionary(timed.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    self.keyOf = keyOf
    let places = inquiry.places
    let base = Set(places.filter { keyOf[$0]?.setting == .base }.map { [$0.workload, String($0.n)] })
    self.keys = timed.filter { key in
      // The control has to be in every group, because only it shows what a run calls different without a cause.
      let isControl = key.setting == .base && key.cell.candidate.hasSuffix("-again")
      return places.contains(key.place) || isControl && base.contains([key.cell.workload, String(key.cell.n)])
    }
  }

  /// Looks at the times so far, shows the sentences that they decide, and returns what is still needed.
  mutating func look(at outcome: TimingPass.Outcome, _ progress: ProgressLine) -> TimingPass.Need {
    let look = inquiry.look { place in keyOf[place].flatMap { outcome.samples[$0] } }
    for sentence in look.decided { progress.show("• " + sentence + ".") }
    return TimingPass.Need(cells: Set(look.needed.compactMap { keyOf[$0] }), open: Self.words(look.open))
  }

  private static func words(_ open: [String]) -> String {
    guard let first = open.first else { return "nothing" }
    return open.count == 1 ? first : "\(first) and \(open.count - 1) more"
  }
}
