extension RuntimeSection {
  /// Switchboard beside every library except the peer, which has a table of its own.
  var libraries: [Block] {
    let names = measurements.candidates.filter { RuntimeCandidates.isLibrary($0) && $0 != RuntimeCandidates.peer }
    let rows = measurements.workloads.filter { !Self.isPublished($0) }.flatMap { workload in
      names.flatMap { name in measurements.sizes(of: workload).compactMap { row(workload, name, $0) } }
    }
    guard !rows.isEmpty, !intervals.controls.isEmpty else { return [] }
    return [
      .heading(3, "Other libraries"),
      .text(
        """
        Each library does the same job as \(Markdown.code(RuntimeCandidates.own)) with its own means, in the same \
        rounds. The sentences of the workloads say what differs: buffers, back-pressure, tasks.
        """),
      .text(
        Markdown.table(
          ["ns per operation", "library", "n", Markdown.code(RuntimeCandidates.own), "library", "times as fast"], rows,
          textColumns: 2)),
    ]
  }

  private func row(_ workload: String, _ library: String, _ n: Int) -> [String]? {
    guard let own = measurements.time(workload, RuntimeCandidates.own, n),
      let other = measurements.time(workload, library, n),
      let interval = intervals.interval(workload, library, to: RuntimeCandidates.own, n)
    else { return nil }
    return [
      Markdown.code(workload), Markdown.code(library), Figure.grouped(n), Figure.number(own), Figure.number(other),
      Figure.interval(interval),
    ]
  }
}
