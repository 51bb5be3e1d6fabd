extension RuntimeSection {
  static func isPublished(_ workload: String) -> Bool { workload.hasPrefix(RuntimeCandidates.published) }

  /// The workloads of signal-slot-benchmarks: a table of scores, and the times behind it, folded.
  var published: [Block] {
    let workloads = measurements.workloads.filter(Self.isPublished)
    let candidates = measurements.candidates.filter { candidate in
      !RuntimeCandidates.checks.contains(candidate)
        && workloads.contains { score($0, candidate) != nil }
    }
    guard !candidates.isEmpty else { return [] }
    let rows = candidates.map { candidate in
      let scores = workloads.map { score($0, candidate) }
      return [Markdown.code(candidate)] + scores.map(Figure.number)
    }
    let header = workloads.map { Markdown.code(String($0.dropFirst(RuntimeCandidates.published.count))) }
    let sizes = Set(workloads.flatMap(measurements.sizes)).sorted()
    return [
      .heading(3, "Published workloads"),
      .text(
        """
        These workloads follow the definitions of the benchmarks of C++ libraries that are published as \
        \(Markdown.code("NoAvailableAlias/signal-slot-benchmarks")). A listener is an object that disconnects when it \
        is deallocated; its method does one step of a random generator. Before it is timed, each candidate has to \
        pass the validation of the publication, which counts the steps. The score is the publication's: listeners per \
        millisecond, the mean over \(Markdown.sizes(sizes)). More is better. Three things differ: the clock is read \
        around 128 listeners, and not around each n; a time is a median, and not the best; a listener is an object of \
        its own, and not an element of an array. So compare the scores with each other only.
        """),
      .text(Markdown.table(["score"] + header, rows)),
    ] + publishedConclusion + [.text(workloads.map(details).joined(separator: "\n\n"))]
  }

  /// The comparison with the peer, and with the same candidate a second time.
  private var publishedConclusion: [Block] {
    let controls = intervals.controls.filter { Self.isPublished($0.workload) }
    guard !publishedComparisons.isEmpty, !controls.isEmpty else { return [] }
    let equal = controls.count { $0.interval.call == .noDifference }
    return [
      .text(
        """
        \(claim(publishedComparisons)) \(Markdown.code(RuntimeCandidates.own)) a second time shows no difference in \
        \(equal) of \(controls.count) places.
        """)
    ]
  }

  /// Returns the mean over the sizes of the listeners per millisecond; nil if a size was not timed.
  private func score(_ workload: String, _ candidate: String) -> Double? {
    let scores = measurements.sizes(of: workload).map { n in
      measurements.time(workload, candidate, n).map { 1_000_000 / $0 }
    }
    let known = scores.compactMap(\.self)
    guard !known.isEmpty, known.count == scores.count else { return nil }
    return known.reduce(0, +) / Double(known.count)
  }

  private func details(_ workload: String) -> String {
    let sentence = measurements.sentence(of: workload).map { $0 + "\n\n" } ?? ""
    return Markdown.details(
      "<code>\(workload)</code>: times", sentence + TimeTable.markdown(workload, in: measurements))
  }
}
