extension StorageSection {
  /// How far behind the fastest a storage falls in the worst case.
  struct WorstCase: Equatable {
    let candidate: String
    /// 1 where it is never behind by more than the noise bar.
    let ratio: Double
    let workload: String
    let n: Int
  }

  var conclusion: [Block] {
    var blocks: [Block] = [.heading(2, "Which storage?")]
    guard !bars.isEmpty else {
      return blocks + [
        .text("No A/A control in this run: differences cannot be told from noise, so no storage is recommended.")
      ]
    }
    blocks.append(.text(recommendation))
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

  /// The one sentence that a hurried reader takes away.
  private var recommendation: String {
    let missing = StorageCandidates.workloads.filter { workload in
      !verdicts(workload).contains { $0.ratios.count == StorageCandidates.main.count }
    }
    guard missing.isEmpty else {
      return """
        This run does not compare all three storages in every workload (without: \(Markdown.codeList(missing))), so it \
        recommends none. What it did compare:
        """
    }
    let cases = worstCases.sorted { $0.ratio < $1.ratio }
    guard let best = cases.first else { return "Nothing was compared." }
    let others = cases.dropFirst().map { worst in
      "\(Markdown.code(worst.candidate)) falls back by up to \(Figure.ratio(worst.ratio)) (\(place(worst)))"
    }
    let claim =
      best.ratio > 1
      ? "at its worst it takes \(Figure.ratio(best.ratio)) the time of the fastest (\(place(best)))"
      : "no other storage is measurably faster, in any workload, at any n"
    return """
      **Choose \(Markdown.code(best.candidate))** unless you know how your subscribers come and go: \(claim), while \
      \(Markdown.list(others)).
      """
  }

  private func place(_ worst: WorstCase) -> String {
    "\(Markdown.code(worst.workload)), n = \(Figure.grouped(worst.n))"
  }

  /// Over all workloads and sizes that timed all three.
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

  /// Where one storage alone is the fastest, and what it costs in memory.
  private func strength(_ candidate: String) -> String? {
    let wins = measurements.workloads.compactMap { workload -> String? in
      let ranges = VerdictRange.grouping(verdicts(workload)).filter { $0.isDifference && $0.winners == [candidate] }
      guard !ranges.isEmpty else { return nil }
      let all = ranges.count == 1 && ranges[0].sizes == measurements.sizes(of: workload)
      let place = all ? "every n" : Markdown.list(ranges.map { Markdown.sizes($0.sizes) })
      return "\(Markdown.code(workload)) (\(place))"
    }
    let bytes = bytesPerSubscriber(candidate).map {
      "\(Figure.count($0.bytes)) bytes per subscriber at n = \(Figure.grouped($0.n))"
    }
    guard contendsAnywhere(candidate) else { return nil }
    let speed = wins.isEmpty ? "nowhere alone the fastest" : "alone the fastest in \(Markdown.list(wins))"
    return "\(Markdown.code(candidate)): " + [speed, bytes].compactMap(\.self).joined(separator: "; ") + "."
  }

  private func contendsAnywhere(_ candidate: String) -> Bool {
    measurements.workloads.contains { workload in verdicts(workload).contains { $0.ratios[candidate] != nil } }
  }

  /// Workloads down, sizes across, in each cell the fastest.
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
      Markdown.table(["fastest at n ="] + sizes.map(Figure.grouped), rows),
      "A array, L linked list, D dense; several letters: equally fast; `=`: no difference between those measured."
    )
  }
}
