extension TracingSection {
  private typealias Names = TracingCandidates

  var body: [Block] {
    measurements.workloads.flatMap(workload) + memory
      + ExactTable.instructions(hiding: Names.controls.map(\.name), in: measurements) + noise
  }

  private func workload(_ workload: String) -> [Block] {
    guard !measurements.timedCandidates(of: workload).isEmpty else { return [] }
    var blocks: [Block] = [.heading(3, Markdown.code(workload))]
    if let sentence = measurements.sentence(of: workload) { blocks.append(.text(sentence)) }
    return blocks + [.text(TimeTable.markdown(workload, in: measurements))]
  }

  private var memory: [Block] {
    let names = [Names.off, Names.stopped, Names.recording]
    let rows = measurements.workloads.flatMap { workload in
      measurements.sizes(of: workload).compactMap { n -> [String]? in
        let found = names.map { measurements.row(workload, $0, n) }
        guard found.contains(where: { $0?.mallocsPerOp != nil }) else { return nil }
        return [Markdown.code(workload), Figure.grouped(n)]
          + found.map { Figure.count($0?.mallocsPerOp) } + found.map { Figure.count($0?.bytesPerSubscriber) }
      }
    }
    guard !rows.isEmpty else { return [] }
    let header = ["mallocs per op", "bytes per subscriber"].flatMap { column in
      names.map { "\(column)<br>\(Markdown.code($0))" }
    }
    return [
      .heading(3, "Memory of tracing"),
      .text(Markdown.table(["workload", "n"] + header, rows, source: "memory tracing")),
      .text("Rings are mapped, not allocated: 32 bytes per record, mapped at the thread's first record in a session."),
    ]
  }

  private var noise: [Block] {
    let rows = Names.controls.flatMap { control in
      measurements.workloads.flatMap { workload in
        Control.all(workload, control: control, in: measurements).map { found in
          [
            Markdown.code(workload), Markdown.code(control.of), Figure.grouped(found.n),
            Figure.interval(found.interval),
          ]
        }
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      .heading(3, "The same candidate twice in tracing"),
      .text(
        """
        The suite measured each of these candidates twice, in the same rounds. The table shows the time of the second \
        ÷ the time of the first.
        """),
      .text(
        Markdown.table(
          ["workload", "candidate", "n", "second ÷ first"], rows, textColumns: 2, source: "repetitions tracing")),
    ]
  }
}
