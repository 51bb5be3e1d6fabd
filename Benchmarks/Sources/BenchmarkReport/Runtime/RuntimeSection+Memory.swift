extension RuntimeSection {
  var memory: [Block] {
    let heading = Block.heading(3, "Memory of the runtime")
    let candidates = [RuntimeCandidates.own, RuntimeCandidates.peer]
    let rows = measurements.workloads.filter { !Self.isPublished($0) }.flatMap { workload in
      measurements.sizes(of: workload).compactMap { n -> [String]? in
        let found = candidates.map { measurements.row(workload, $0, n) }
        guard found.contains(where: { $0?.mallocsPerOp != nil }) else { return nil }
        return [Markdown.code(workload), Figure.grouped(n)]
          + found.map { Figure.count($0?.mallocsPerOp) } + found.map { Figure.count($0?.bytesPerSubscriber) }
          + found.map { Figure.bytes($0?.peakBytes) }
      }
    }
    guard !rows.isEmpty else {
      return [
        heading,
        .text(
          """
          n/a: memory was not measured in this run (allocator \(environment.allocator.name), self-check \
          \(environment.allocator.selfCheck.rawValue)).
          """
        ),
      ]
    }
    let columns = ["mallocs per op", "bytes per subscriber", "peak of live bytes"]
    let header = columns.flatMap { column in candidates.map { "\(column)<br>\(Markdown.code($0))" } }
    return [
      heading, .text(Markdown.table(["workload", "n"] + header, rows)),
      .text(
        """
        Bytes are in the size classes of \(environment.allocator.name). They include everything that a subscription \
        needs: operators, slots, growth slack, and the handler's context of 32 bytes.
        """),
    ]
  }
}
