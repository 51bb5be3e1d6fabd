import BenchmarkResults
import BenchmarkStatistics

extension StorageSection {
  /// The worst case of a storage: how far it falls behind the fastest storage.
  struct WorstCase: Equatable {
    let candidate: String
    /// The time ÷ the least time; nil if the storage is never shown to be slower than another.
    let interval: MeasuredInterval?
    let workload: String
    let n: Int

    var ratio: Double { interval?.ratio ?? 1 }
  }

  var conclusion: [Block] {
    var blocks: [Block] = [.heading(2, "Which storage?")]
    guard !comparisons.controls.isEmpty else {
      return blocks + [
        .text(
          "This run has no A/A control, so the report cannot separate differences from noise."
        )
      ]
    }
    blocks.append(.text(comparedPlaces))
    if missingComparisons.isEmpty { blocks.append(.text(riskTable)) }
    let strengths = StorageCandidates.main.compactMap(strength)
    if !strengths.isEmpty { blocks.append(.text(Markdown.bullets(strengths))) }
    if let table = winnerTable { blocks += [.text(table.markdown), .text(table.legend)] }
    if let chart = OverviewChart.chart(comparisons) { blocks.append(.chart(chart)) }
    let pairs = measurements.workloads.compactMap { workload -> String? in
      let text = pair(workload)
      return text.isEmpty ? nil : "\(Markdown.code(workload)): \(text.prefix(1).lowercased() + text.dropFirst())"
    }
    if !pairs.isEmpty { blocks += [.text("**Array or linked list?**"), .text(Markdown.bullets(pairs))] }
    return blocks
  }

  /// How far each storage falls behind at worst, for the answer.
  var worstCaseFigures: [AnswerFigure] {
    StorageCandidates.main.compactMap { candidate in
      worstCases.first { $0.candidate == candidate }.flatMap {
        AnswerFigure("\(Markdown.code(candidate)), worst case ÷ fastest", $0.interval)
      }
    }
  }

  /// What the table of the worst cases rests on.
  private var comparedPlaces: String {
    missingComparisons.isEmpty
      ? "The worst case of each storage, measured for \(Markdown.sizes(measurements.sizes)):"
      : """
      This run does not compare all three storages in every workload (without \
      \(Markdown.codeList(missingComparisons))), so it has no worst cases. It compared:
      """
  }

  /// The workloads that did not time all three storages. A worst case would depend on the times that are missing.
  var missingComparisons: [String] {
    measurements.knownWorkloads.filter { workload in
      !verdicts(workload).contains { $0.candidates.count == StorageCandidates.main.count }
    }
  }

  /// A table of the worst case of each storage, the smallest first.
  private var riskTable: String {
    let rows = worstCases.sorted { $0.ratio < $1.ratio }.map { worst in
      let reason = worst.interval == nil ? nil : StorageCandidates.reason(worst.candidate, worst.workload)
      return [
        Markdown.code(worst.candidate), worst.interval == nil ? "none" : place(worst), reason ?? "",
        worst.interval.map(Figure.interval) ?? Figure.ratio(1),
        Figure.count(bytesPerSubscriber(worst.candidate)?.bytes),
      ]
    }
    return Markdown.table(
      ["storage", "worst case", "because", "time ÷ fastest", "bytes each"], rows, textColumns: 3)
  }

  private func place(_ worst: WorstCase) -> String {
    "\(Markdown.code(worst.workload)), \(Markdown.size(worst.n))"
  }

  /// The worst case of each storage over all workloads and sizes that timed all three.
  var worstCases: [WorstCase] {
    StorageCandidates.main.compactMap { candidate in
      let all = measurements.workloads.flatMap { workload in
        verdicts(workload).filter { $0.candidates.count == StorageCandidates.main.count }.map { verdict in
          WorstCase(
            candidate: candidate,
            interval: verdict.winners.contains(candidate) ? nil : verdict.intervals[candidate],
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
    measurements.workloads.contains { workload in verdicts(workload).contains { $0.candidates.contains(candidate) } }
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
      "A array, L linked list, D dense; several letters: none is shown to be slower; `=`: no difference between all."
    )
  }
}
