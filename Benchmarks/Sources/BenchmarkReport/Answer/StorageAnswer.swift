import BenchmarkResults

/// The statements on the choice of a storage.
struct StorageAnswer {
  /// A ratio that the claims call about the same. Wider than any interval of a run, so that the claims do not turn
  /// round between runs.
  static let close = 1.5

  let lines: [AnswerLine]
  let comparisons: Comparisons

  init(_ results: Results) {
    let section = StorageSection(results)
    comparisons = section.comparisons
    guard !section.comparisons.controls.isEmpty else {
      lines = []
      return
    }
    let settings = SuiteMeasurements.settings(of: StorageSection.suite, results).dropFirst().map { setting in
      Comparisons(
        control: StorageCandidates.control,
        in: SuiteMeasurements(suite: StorageSection.suite, results, setting: setting))
    }
    lines = [
      Self.choice(section), Self.fresh(comparisons), Self.churned(comparisons), Self.removal(comparisons),
      Self.settings(comparisons, settings),
    ].compactMap(\.self)
  }

  private static func choice(_ section: StorageSection) -> AnswerLine? {
    guard section.missingComparisons.isEmpty, !section.rankedCases.isEmpty else { return nil }
    let names = section.chosenCases.map { Markdown.code($0.candidate) }.joined(separator: " or ")
    let figures = StorageCandidates.main.compactMap { candidate in
      section.worstCases.first { $0.candidate == candidate }.flatMap {
        AnswerFigure("\(Markdown.code(candidate)), worst case ÷ fastest", $0.interval)
      }
    }
    return AnswerLine(
      topic: "storage.choice",
      claim: "Choose \(names) unless you know how your subscribers join and leave, because the worst case costs least",
      figures: figures)
  }

  /// Sends to subscribers that joined one after the other.
  private static func fresh(_ comparisons: Comparisons) -> AnswerLine? {
    let workload = "send.fresh"
    let found = comparisons.suite.sizes(of: workload).flatMap { n in
      ["linked-list", "dense"].compactMap { comparisons.interval(workload, $0, to: "array", n) }
    }
    guard !found.isEmpty else { return nil }
    let isClose = found.allSatisfy { $0.ratio < close && $0.ratio > 1 / close }
    return AnswerLine(
      topic: "storage.send.fresh",
      claim: isClose
        ? "Where subscribers only join, a send costs about the same on all three"
        : "Where subscribers only join, the storages differ in the cost of a send",
      figures: figures(workload, [("dense", "array")], at: [1, 256, 65536], comparisons))
  }

  private static func churned(_ comparisons: Comparisons) -> AnswerLine? {
    let workload = "send.churned"
    guard let n = comparisons.suite.sizes(of: workload).last else { return nil }
    let others = ["array", "dense"].compactMap { comparisons.interval(workload, "linked-list", to: $0, n)?.call }
    guard !others.isEmpty else { return nil }
    let isSlowest = others.allSatisfy { $0 == .slower }
    return AnswerLine(
      topic: "storage.send.churned",
      claim: isSlowest
        ? "After many have left and joined, a send with `linked-list` is slower than with the other two"
        : "After many have left and joined, a send with `linked-list` is not shown to be slower than with the others",
      figures: figures(workload, [("dense", "array"), ("linked-list", "array")], at: [n], comparisons))
  }

  private static func removal(_ comparisons: Comparisons) -> AnswerLine? {
    let workload = "unsubscribe.random"
    let sizes = comparisons.suite.sizes(of: workload)
    let slower = sizes.filter { n in
      comparisons.interval(workload, "array", to: "dense", n).map { $0.low > close } ?? false
    }
    guard !sizes.isEmpty else { return nil }
    let isGrowing = slower.last == sizes.last && !slower.isEmpty
    return AnswerLine(
      topic: "storage.unsubscribe",
      claim: isGrowing
        ? "A removal from `array` costs more the more subscribers there are; from `dense` and `linked-list` it does not"
        : "A removal costs about the same on all three",
      figures: figures(workload, [("array", "dense")], at: [256, 4096, 65536], comparisons))
  }

  /// Whether other heaps and other allocators change the choice.
  private static func settings(_ base: Comparisons, _ others: [Comparisons]) -> AnswerLine? {
    guard !others.isEmpty else { return nil }
    let workload = "send.churned"
    let n = 65536
    func worst(_ comparisons: Comparisons) -> String? {
      let cells = [("send.churned", n), ("unsubscribe.random", n), ("send.fresh", 4096), ("churn", n)]
      let cases = StorageCandidates.main.map { candidate in
        let ratios = cells.compactMap { workload, n -> Double? in
          Verdict(workload, n: n, among: StorageCandidates.main, in: comparisons)?.ratio(of: candidate)
        }
        return (candidate, ratios.max() ?? .infinity)
      }
      return cases.min { $0.1 < $1.1 }?.0
    }
    let choice = worst(base)
    let place = Markdown.size(n)
    let different = others.filter { worst($0) != choice }.map(\.suite.setting.name)
    let heaps = ([base] + others).map(\.suite.setting.heap).uniqued(first: [])
    let allocators = ([base] + others).map(\.suite.setting.allocator).uniqued(first: [])
    let measured = "the heap (\(Markdown.list(heaps))) nor the allocator (\(Markdown.list(allocators)))"
    let example = "an example is \(Markdown.code(workload)), \(place)"
    return AnswerLine(
      topic: "storage.settings",
      claim: different.isEmpty
        ? "Neither \(measured) changes the choice; \(example)"
        : "The choice is another with \(Markdown.list(different)); \(example)",
      figures: others.compactMap { comparisons in
        AnswerFigure(
          "`linked-list` ÷ `array`, \(comparisons.suite.setting.name)",
          comparisons.interval(workload, "linked-list", to: "array", n))
      })
  }

  private static func figures(
    _ workload: String, _ pairs: [(String, String)], at sizes: [Int], _ comparisons: Comparisons
  ) -> [AnswerFigure] {
    pairs.flatMap { candidate, base in
      sizes.compactMap { n in
        AnswerFigure(
          "\(Markdown.code(candidate)) ÷ \(Markdown.code(base)), \(Markdown.code(workload)), \(Markdown.size(n))",
          comparisons.interval(workload, candidate, to: base, n))
      }
    }
  }
}
