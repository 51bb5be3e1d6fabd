extension TracingSection {
  private typealias Names = TracingCandidates

  var body: [Block] {
    measurements.workloads.flatMap(measurements.blocks)
      + measurements.memory(
        of: [Names.off, Names.stopped, Names.recording], title: "Memory of tracing",
        remark: """
          Rings are mapped, not allocated: 32 bytes per record, mapped at the thread's first record in a session.
          """)
      + ExactTable.instructions(hiding: Names.controls.map(\.name), in: measurements) + noise
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
          ["workload", "candidate", "n", "second ÷ first"], rows, textColumns: 2)),
    ]
  }
}
