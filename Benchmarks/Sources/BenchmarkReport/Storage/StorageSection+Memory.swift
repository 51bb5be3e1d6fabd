import BenchmarkResults

extension StorageSection {
  var memory: [Block] {
    var blocks: [Block] = [.heading(3, "Memory")]
    let allocator = environment.allocator
    guard !measurements.sizes(with: \.mallocsPerOp).isEmpty || !measurements.sizes(with: \.bytesPerSubscriber).isEmpty
    else {
      return blocks + [
        .text(
          """
          n/a: memory was not measured in this run (allocator \(allocator.name), self-check \
          \(allocator.selfCheck.rawValue)).
          """
        )
      ]
    }
    if let chart = MemoryChart.chart(
      bytes: bytesPerSubscriber, candidates: candidates(with: \.bytesPerSubscriber), in: measurements)
    {
      blocks.append(.chart(chart))
    }
    blocks += table(
      "Bytes per subscriber, n =", by: measurements.sizes(with: \.bytesPerSubscriber), of: \.bytesPerSubscriber
    ) {
      candidate, n in Figure.count(bytesPerSubscriber(candidate, n))
    }
    blocks += table("Mallocs per operation", by: workloads(with: \.mallocsPerOp), of: \.mallocsPerOp) {
      candidate, workload in
      range(of: \.mallocsPerOp, candidate, workload)
    }
    blocks += table("Peak of live bytes, n =", by: measurements.sizes(with: \.peakBytes), of: \.peakBytes) {
      candidate, n in
      Figure.bytes(measurements.workloads.compactMap { measurements.row($0, candidate, n)?.peakBytes }.max())
    }
    return blocks + [
      .text(
        """
        Bytes are in the size classes of \(allocator.name), with slots and growth slack, without the closure's \
        context. Where a figure varies with n, the table shows the least and the most. The peak is the highest of all \
        workloads.
        """)
    ]
  }

  /// Returns the bytes per subscriber from the first workload that has them. Bytes are a property of the registry, not
  /// of a workload.
  func bytesPerSubscriber(_ candidate: String, _ n: Int) -> Double? {
    (["subscribe"] + measurements.workloads).lazy.compactMap {
      measurements.row($0, candidate, n)?.bytesPerSubscriber
    }.first
  }

  /// Returns the bytes per subscriber at the largest size that has them.
  func bytesPerSubscriber(_ candidate: String) -> (bytes: Double, n: Int)? {
    measurements.sizes.reversed().lazy.compactMap { n in
      bytesPerSubscriber(candidate, n).map { (bytes: $0, n: n) }
    }.first
  }

  private func candidates(with figure: KeyPath<Measurement, Double?>) -> [String] {
    measurements.candidates.filter { candidate in
      // A floor manages no subscribers, so its memory says nothing.
      !StorageCandidates.checks.contains(candidate) && !StorageCandidates.floors.contains(candidate)
        && measurements.workloads.contains { workload in
          measurements.sizes.contains { measurements.row(workload, candidate, $0)?[keyPath: figure] != nil }
        }
    }
  }

  private func workloads(with figure: KeyPath<Measurement, Double?>) -> [String] {
    measurements.workloads.filter { workload in
      measurements.candidates.contains { candidate in
        measurements.sizes.contains { measurements.row(workload, candidate, $0)?[keyPath: figure] != nil }
      }
    }
  }

  private func range(of figure: KeyPath<Measurement, Double?>, _ candidate: String, _ workload: String) -> String {
    let all = measurements.sizes.compactMap { measurements.row(workload, candidate, $0)?[keyPath: figure] }
    guard let least = all.min(), let most = all.max() else { return Figure.missing }
    let (low, high) = (Figure.count(least), Figure.count(most))
    return low == high ? low : "\(low)–\(high)"
  }

  /// Returns a table with the candidates down; no block at all if there are no columns.
  private func table<Column>(
    _ corner: String, by columns: [Column], of figure: KeyPath<Measurement, Double?>,
    cell: (String, Column) -> String
  ) -> [Block] {
    guard !columns.isEmpty else { return [] }
    let names = columns.map { column in
      (column as? Int).map(Figure.grouped) ?? Markdown.columnHead("\(column)")
    }
    let rows = candidates(with: figure).map { candidate in
      [Markdown.code(candidate)] + columns.map { cell(candidate, $0) }
    }
    return [.text(Markdown.table([corner] + names, rows))]
  }
}
