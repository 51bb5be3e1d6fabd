extension StorageSection {
  /// The worst case of a storage: how far it falls behind the fastest storage.
  struct WorstCase: Equatable {
    let candidate: String
    /// The time ÷ the fastest time; 1 if the storage is never behind by more than the noise bar.
    let ratio: Double
    let workload: String
    let n: Int
  }

  var conclusion: [Block] {
    var blocks: [Block] = [.heading(2, "Which storage?")]
    guard !bars.isEmpty else {
      return blocks + [
        .text(
          "This run has no A/A control, so the report cannot separate differences from noise, and recommends none."
        )
      ]
    }
    blocks.append(.text(recommendation))
    if missingComparisons.isEmpty { blocks.append(.text(riskTable)) }
    let strengths = StorageCandidates.main.compactMap(strength)
    if !strengths.isEmpty { blocks.append(.text(Markdown.bullets(strengths))) }
    if let table = winnerTable { blocks += [.text(table.markdown), .text(table.legend)] }
    if let chart = OverviewChart.chart(bars: bars, in: measurements) { blocks.append(.chart(chart)) }
    let pairs = measurements.workloads.compactMap { workload -> String? in
      let text = pair(workload)
      return text.isEmpty ? nil : "\(Markdown.code(workload)): \(text.prefix(1).lowercased() + text.dropFirst())"
    }
    if !pairs.isEmpty { blocks += [.text("**Array or linked list?**"), .text(Markdown.bullets(pairs))] }
    return blocks
  }

  /// The summary for readers in a hurry.
  private var recommendation: String {
    guard missingComparisons.isEmpty else {
      return """
        This run does not compare all three storages in every workload (without \
        \(Markdown.codeList(missingComparisons))), so it recommends none. It compared:
        """
    }
    let cases = rankedCases
    guard let best = cases.first else { return "Nothing was compared." }
    let chosen = cases.filter { $0.ratio <= best.ratio * (1 + max(bar(of: $0), bar(of: best))) }
    let others = cases.filter { !chosen.contains($0) }.map {
      "\(Markdown.code($0.candidate)) up to \(Figure.ratio($0.ratio))"
    }
    let names = chosen.map { Markdown.code($0.candidate) }.joined(separator: " or ")
    return """
      **Choose \(names)** unless you know how your subscribers join and leave. \(claim(chosen))\
      \(others.isEmpty ? "" : "; " + Markdown.list(others)). Measured for \(Markdown.sizes(measurements.sizes)).
      """
  }

  private func bar(of worst: WorstCase) -> Double { bars[worst.workload]?.bar ?? NoiseBar.floor }

  private func claim(_ chosen: [WorstCase]) -> String {
    let ratios = chosen.map(\.ratio)
    guard let least = ratios.min(), let most = ratios.max(), most > 1 else {
      return "No other storage is measurably faster in any workload at any n"
    }
    return chosen.count == 1
      ? "In its worst case this storage takes \(Figure.ratio(most)) the time of the fastest of the three"
      : """
      In their worst cases these storages take \(Figure.ratios(least...most)) the time of the fastest; the difference \
      between them is noise
      """
  }

  /// The workloads that did not time all three storages. A recommendation would depend on the times that are missing.
  private var missingComparisons: [String] {
    measurements.knownWorkloads.filter { workload in
      !verdicts(workload).contains { $0.ratios.count == StorageCandidates.main.count }
    }
  }

  private var rankedCases: [WorstCase] { worstCases.sorted { $0.ratio < $1.ratio } }

  /// A table of the worst case of each storage, the smallest first.
  private var riskTable: String {
    let rows = rankedCases.map { worst in
      let reason = worst.ratio > 1 ? StorageCandidates.reason(worst.candidate, worst.workload) : nil
      return [
        Markdown.code(worst.candidate), worst.ratio > 1 ? place(worst) : "none", reason ?? "",
        Figure.ratio(worst.ratio), Figure.count(bytesPerSubscriber(worst.candidate)?.bytes),
      ]
    }
    return Markdown.table(["storage", "worst case", "because", "time ÷ fastest", "bytes each"], rows, textColumns: 3)
  }

  private func place(_ worst: WorstCase) -> String {
    "\(Markdown.code(worst.workload)), \(Markdown.size(worst.n))"
  }

  /// The worst case of each storage over all workloads and sizes that timed all three.
  var worstCases: [WorstCase] {
    StorageCandidates.main.compactMap { candidate in
      let all = measurements.workloads.flatMap { workload in
        verdicts(workload).filter { $0.ratios.count == StorageCandidates.main.count }.map { verdict in
          WorstCase(
            candidate: candidate, ratio: verdict.winners.contains(candidate) ? 1 : verdict.ratios[candidate] ?? 1,
            workload: workload, n: verdict.n)
        }
      }
      return all.max { $0.ratio < $1.ratio }
    }
  }

  /// Returns where one storage alone is the fastest.
  private func strength(_ candidate: String) -> String? {
    let wins = measurements.workloads.compactMap { workload -> String? in
      let ranges = VerdictRange.grouping(verdicts(workload)).filter { $0.isDifference && $0.winners == [candidate] }
      guard !ranges.isEmpty else { return nil }
      let all = ranges.count == 1 && ranges[0].sizes == measurements.sizes(of: workload)
      let place = all ? "every n" : Markdown.list(ranges.map { Markdown.sizes($0.sizes) })
      return "\(Markdown.code(workload)) (\(place))"
    }
    guard contendsAnywhere(candidate) else { return nil }
    let speed = wins.isEmpty ? "never the only fastest storage" : "the only fastest storage in \(Markdown.list(wins))"
    return "\(Markdown.code(candidate)): \(speed)."
  }

  private func contendsAnywhere(_ candidate: String) -> Bool {
    measurements.workloads.contains { workload in verdicts(workload).contains { $0.ratios[candidate] != nil } }
  }

  /// A table of the fastest storages: workloads down, sizes across.
  private var winnerTable: (markdown: String, legend: String)? {
    let letters = ["array": "A", "linked-list": "L", "dense": "D"]
    let sizes = measurements.sizes
    let rows = measurements.workloads.compactMap { workload -> [String]? in
      let verdicts = Dictionary(verdicts(workload).map { ($0.n, $0) }, uniquingKeysWith: { $1 })
      guard !verdicts.isEmpty else { return nil }
      return [Markdown.code(workload)]
        + sizes.map { n in
          guard let verdict = verdicts[n] else { return Figure.missing }
          return verdict.isDifference ? verdict.winners.compactMap { letters[$0] }.joined(separator: " ") : "="
        }
    }
    guard !rows.isEmpty else { return nil }
    return (
      Markdown.table(["fastest at n ="] + sizes.map(Figure.grouped), rows, figures: ":---:"),
      "A array, L linked list, D dense; several letters: equally fast; `=`: no difference between measured storages."
    )
  }
}
