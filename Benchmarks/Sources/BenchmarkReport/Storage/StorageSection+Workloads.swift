extension StorageSection {
  /// Returns the blocks of one workload: the chart, the winners by size, all times.
  func workload(_ workload: String) -> [Block] {
    var blocks: [Block] = [.heading(3, Markdown.code(workload))]
    if let sentence = measurements.sentence(of: workload) { blocks.append(.text(sentence)) }
    let drawn =
      contenders(workload) + measurements.timedCandidates(of: workload).filter(StorageCandidates.floors.contains)
    if let chart = TimeChart.chart(workload, candidates: drawn, in: measurements) { blocks.append(.chart(chart)) }
    blocks += winners(workload).map(Block.text)
    let others = measurements.timedCandidates(of: workload)
    if !others.isEmpty {
      blocks.append(.text(Markdown.details("All times", TimeTable.markdown(workload, in: measurements))))
    }
    return blocks
  }

  /// Returns the table and sentences about the winners, or the reason why there are none.
  private func winners(_ workload: String) -> [String] {
    let contenders = contenders(workload)
    guard contenders.count > 1 else {
      return contenders.isEmpty
        ? [] : ["This run measured only \(Markdown.code(contenders[0])), so it compares nothing."]
    }
    let verdicts = verdicts(workload)
    guard !verdicts.isEmpty else {
      return ["This run has no A/A control, so the report cannot separate differences from noise, and names no winner."]
    }
    guard verdicts.contains(where: \.isDifference) else {
      return ["No difference between \(Markdown.codeList(contenders)) at any n."]
    }
    let rows = verdicts.map { verdict in
      [Figure.grouped(verdict.n), verdict.isDifference ? Markdown.codeList(verdict.winners) : "no difference"]
        + contenders.map { cell($0, in: verdict) }
    }
    let table = Markdown.table(
      ["n", "fastest"] + contenders.map { "\(Markdown.code($0)) takes" }, rows, textColumns: 2)
    return [
      table,
      "Time ÷ the least time at the same n, with the 95 % interval of another run; bold is not shown to be slower. "
        + pair(workload),
    ]
  }

  private func cell(_ candidate: String, in verdict: Verdict) -> String {
    guard verdict.candidates.contains(candidate) else { return Figure.missing }
    if candidate == verdict.fastest { return "**\(Figure.ratio(1))**" }
    let interval = verdict.intervals[candidate]
    let note = interval?.call == .dependsOnLayout ? ", depends on the memory layout" : ""
    return verdict.winners.contains(candidate) ? "**\(Figure.interval(interval))**\(note)" : Figure.interval(interval)
  }

  /// Returns the comparison of array and linked list, with their crossings: ``“array is faster for n = 1024 … 65536, up
  /// to 2.43 × (2.1–2.8)”``.
  func pair(_ workload: String) -> String {
    let ranges = VerdictRange.grouping(pairVerdicts(workload))
    guard !ranges.isEmpty else { return "" }
    guard ranges.contains(where: \.isDifference) else { return "No difference between array and linked list at any n." }
    let parts = ranges.map { range -> String in
      let place = ranges.count == 1 ? "at every n" : "for \(Markdown.sizes(range.sizes))"
      guard range.isDifference, let winner = range.winners.first,
        let loser = StorageCandidates.pair.first(where: { $0 != winner }),
        let most = range.verdicts.compactMap({ $0.intervals[loser] }).max(by: { $0.ratio < $1.ratio })
      else { return "no difference \(place)" }
      let amount = range.verdicts.count == 1 ? Figure.interval(most) : "up to \(Figure.interval(most))"
      return "\(Markdown.code(winner)) is faster than \(Markdown.code(loser)) \(place), \(amount)"
    }
    let crossings = Crossover.all(workload, of: "linked-list", against: "array", in: comparisons).map {
      "\(Markdown.code($0.after)) overtakes \(Markdown.code($0.before)) at n ≈ \(Figure.approximateSize($0.n))"
    }
    let text = (parts + crossings).joined(separator: "; ") + "."
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
