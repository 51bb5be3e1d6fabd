// The parts that the sections of a suite have in common.

extension SuiteMeasurements {
  /// The heading, the sentence and the times of a workload; nothing if no candidate was timed.
  func blocks(of workload: String) -> [Block] {
    guard !timedCandidates(of: workload).isEmpty else { return [] }
    var blocks: [Block] = [.heading(3, Markdown.code(workload))]
    if let sentence = sentence(of: workload) { blocks.append(.text(sentence)) }
    return blocks + [.text(TimeTable.markdown(workload, in: self))]
  }

  /// The mallocs and the bytes of these candidates, in each workload that has them; nothing without such a workload.
  func memory(of names: [String], title: String, remark: String) -> [Block] {
    let rows = workloads.flatMap { workload in
      sizes(of: workload).compactMap { n -> [String]? in
        let found = names.map { row(workload, $0, n) }
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
      .heading(3, title), .text(Markdown.table(["workload", "n"] + header, rows)), .text(remark),
    ]
  }
}
