extension StorageSection {
  /// The distance of a delivery from a bare loop over the handlers.
  var floorMultiples: [Block] {
    let floor = "floor-swift"
    let tables = measurements.workloads.compactMap { workload -> Block? in
      let sizes = measurements.sizes(of: workload).filter { measurements.time(workload, floor, $0) != nil }
      let candidates = measurements.timedCandidates(of: workload).filter {
        !StorageCandidates.floors.contains($0) && !StorageCandidates.checks.contains($0)
      }
      guard !sizes.isEmpty, !candidates.isEmpty else { return nil }
      let rows = candidates.map { candidate in
        [Markdown.code(candidate)]
          + sizes.map { Figure.ratio(measurements.ratio(workload, candidate, to: floor, $0)) }
      }
      return .text(
        Markdown.table(
          ["\(Markdown.code(workload)), n ="] + sizes.map(Figure.grouped), rows))
    }
    guard !tables.isEmpty else { return [] }
    return [
      .heading(3, "Distance from the floor"),
      .text(
        """
        \(Markdown.code(floor)) is a bare loop over the handlers in contiguous memory, without a lock, without \
        promises, without reference counting. It is the cost of a delivery without a registry. Each figure is a time \
        ÷ the time of the floor.
        """),
    ] + tables
  }

  /// The textbook form of each layout, compared with the form without retains.
  var referenceCounting: [Block] {
    let workload = "send.fresh"
    let timed = measurements.timedCandidates(of: workload)
    let forms = StorageCandidates.textbook.compactMap { pair -> (form: String, lean: String)? in
      guard let lean = pair.lean, timed.contains(pair.form), timed.contains(lean) else { return nil }
      return (pair.form, lean)
    }
    guard !forms.isEmpty else { return [] }
    let sizes = measurements.sizes(of: workload)
    let rows = forms.map { pair in
      ["\(Markdown.code(pair.form)) ÷ \(Markdown.code(pair.lean))"]
        + sizes.map { Figure.number(measurements.ratio(workload, pair.form, to: pair.lean, $0)) }
        + [retains(workload, pair.form)]
    }
    let header =
      ["\(Markdown.code(workload)), n ="] + sizes.map(Figure.grouped) + ["retains"]
    var blocks: [Block] = [
      .heading(3, "What reference counting costs"),
      .text(
        """
        The textbook forms keep closures or nodes in plain Swift, so each access costs a retain and a release \
        (`array-copy-on-send` also copies). The storages above hold the same subscribers in the same layout without \
        retains. A comparison of textbook forms alone compares reference counting, not layouts. The table shows the \
        time ÷ the time of the form without reference counting, and the retains of one delivery.
        """),
    ]
    let drawn = StorageCandidates.main + StorageCandidates.textbook.map(\.form) + ["floor-swift"]
    if let chart = TimeChart.chart(
      workload, candidates: timed.filter(drawn.contains), name: "reference-counting", in: measurements)
    {
      blocks.append(.chart(chart))
    }
    return blocks + [.text(Markdown.table(header, rows))]
  }

  /// Returns the retains per operation at the largest size that was counted.
  private func retains(_ workload: String, _ candidate: String) -> String {
    let counted = measurements.sizes(of: workload).compactMap {
      measurements.row(workload, candidate, $0)?.retainsPerOp
    }
    return Figure.count(counted.last)
  }
}
