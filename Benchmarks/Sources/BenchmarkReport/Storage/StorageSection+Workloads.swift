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
    guard let bar = bars[workload] else {
      return ["This run has no A/A control, so the report cannot separate differences from noise, and names no winner."]
    }
    let ranges = VerdictRange.grouping(verdicts(workload))
    guard ranges.contains(where: \.isDifference) else {
      return ["No difference between \(Markdown.codeList(contenders)) at any n (noise bar \(Figure.percent(bar.bar)))."]
    }
    let rows = ranges.map { range in
      [sizes(range), range.isDifference ? Markdown.codeList(range.winners) : "no difference"]
        + contenders.map { cell($0, in: range) }
    }
    let table = Markdown.table(
      ["n", "fastest"] + contenders.map { "\(Markdown.code($0)) takes" }, rows, textColumns: 2)
    return [
      table,
      "Time ÷ the fastest time at the same n; bold is within the noise bar of \(Figure.percent(bar.bar)). "
        + pair(workload),
    ]
  }

  private func sizes(_ range: VerdictRange) -> String {
    String(Markdown.sizes(range.sizes).dropFirst("n = ".count))
  }

  private func cell(_ candidate: String, in range: VerdictRange) -> String {
    guard let ratios = range.ratios(of: candidate) else { return Figure.missing }
    return range.winners.contains(candidate) ? "**\(Figure.ratios(ratios))**" : Figure.ratios(ratios)
  }

  /// Returns the comparison of array and linked list, with their crossings: ``“array is 1.30–2.43 × as fast for n =
  /// 1024 … 65536”``.
  func pair(_ workload: String) -> String {
    let pair = ["array", "linked-list"]
    let verdicts = verdicts(workload, among: pair)
    guard let bar = bars[workload]?.bar, !verdicts.isEmpty else { return "" }
    let ranges = VerdictRange.grouping(verdicts)
    guard ranges.contains(where: \.isDifference) else { return "No difference between array and linked list at any n." }
    let parts = ranges.map { range -> String in
      let place = ranges.count == 1 ? "at every n" : "for \(Markdown.sizes(range.sizes))"
      guard range.isDifference, let winner = range.winners.first, let loser = pair.first(where: { $0 != winner }),
        let ratios = range.ratios(of: loser)
      else { return "no difference \(place)" }
      return "\(Markdown.code(winner)) is \(Figure.ratios(ratios)) as fast as \(Markdown.code(loser)) \(place)"
    }
    let crossings = Crossover.all(workload, of: "linked-list", against: "array", bar: bar, in: measurements).map {
      "\(Markdown.code($0.after)) overtakes \(Markdown.code($0.before)) at n ≈ \(Figure.approximateSize($0.n))"
    }
    let text = (parts + crossings).joined(separator: "; ") + "."
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
