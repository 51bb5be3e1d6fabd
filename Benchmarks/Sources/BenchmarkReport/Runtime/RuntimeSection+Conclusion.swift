extension RuntimeSection {
  var conclusion: [Block] {
    var blocks: [Block] = [.heading(2, "What does a signal cost?")]
    if intervals.controls.isEmpty {
      return blocks + [
        .text(
          "This run has no A/A control, so the report cannot separate differences from noise, and calls nothing faster."
        )
      ]
    }
    if !comparisons.isEmpty { blocks.append(.text(claim(comparisons))) }
    let facts = [delivery, chain, reading, subscription, owners].compactMap(\.self)
    if !facts.isEmpty { blocks.append(.text(Markdown.bullets(facts))) }
    if let chart = ComparisonChart.chart(comparisons, in: measurements) { blocks.append(.chart(chart)) }
    if !comparisons.isEmpty { blocks.append(.text(table)) }
    return blocks
  }

  /// Returns what some comparisons with the peer come to, for readers in a hurry.
  func claim(_ comparisons: [Comparison]) -> String {
    // A slow peer is a fast Switchboard.
    let faster = comparisons.filter { $0.speedup.call == .slower }
    let (own, peer) = (Markdown.code(RuntimeCandidates.own), Markdown.code(RuntimeCandidates.peer))
    var sentences: [String] = []
    if let least = faster.map(\.speedup).min(by: { $0.ratio < $1.ratio }),
      let most = faster.map(\.speedup).max(by: { $0.ratio < $1.ratio })
    {
      let place =
        faster.count == comparisons.count
        ? "in every workload" : "in \(faster.count) of \(comparisons.count) comparisons"
      sentences.append(
        """
        **\(own) is faster than \(peer) \(place)**, from \(Figure.interval(least)) to \(Figure.interval(most)) as \
        fast.
        """)
    } else {
      sentences.append("**\(own) is not faster than \(peer) in any workload.**")
    }
    let slower = comparisons.filter { $0.speedup.call == .faster }.map {
      "\($0.place) (\(Figure.interval($0.speedup)) as fast)"
    }
    if !slower.isEmpty { sentences.append("It is slower in \(Markdown.list(slower)).") }
    let layout = comparisons.filter { $0.speedup.call == .dependsOnLayout }.map(\.place)
    if !layout.isEmpty { sentences.append("It depends on the memory layout in \(Markdown.list(layout)).") }
    let equal = comparisons.filter { $0.speedup.call == .noDifference }.map(\.place)
    if !equal.isEmpty { sentences.append("No difference in \(Markdown.list(equal)).") }
    return sentences.joined(separator: " ")
  }

  private func row(_ workload: String, _ candidate: String = RuntimeCandidates.own, largest: Bool = true) -> (
    n: Int, mallocs: Double?, bytes: Double?
  )? {
    let sizes = measurements.sizes(of: workload)
    return (largest ? sizes.reversed() : sizes).lazy.compactMap { n in
      measurements.row(workload, candidate, n).map { (n, $0.mallocsPerOp, $0.bytesPerSubscriber) }
    }.first
  }

  private var delivery: String? {
    let workload = RuntimeCandidates.subjectSend
    let times = measurements.sizes(of: workload).compactMap { n in
      measurements.time(workload, RuntimeCandidates.own, n).map { (n: n, time: $0) }
    }
    guard let first = times.first, let last = times.last else { return nil }
    func floor(_ n: Int) -> String {
      measurements.ratio(workload, RuntimeCandidates.own, to: "floor-swift", n).map {
        " (\(Figure.ratio($0)) a bare loop over closures)"
      } ?? ""
    }
    let one = "A delivery costs \(Figure.number(first.time)) ns at \(Markdown.size(first.n))\(floor(first.n))"
    guard last.n != first.n else { return one + "." }
    return one + ", \(Figure.number(last.time)) ns at \(Markdown.size(last.n))\(floor(last.n))."
  }

  private var chain: String? {
    guard let time = measurements.time(RuntimeCandidates.chain, RuntimeCandidates.own, 1) else { return nil }
    let mallocs = row(RuntimeCandidates.chain)?.mallocs
    return "A value through map and filter costs \(Figure.number(time)) ns and \(Figure.count(mallocs)) mallocs."
  }

  private var reading: String? {
    let workload = RuntimeCandidates.values
    guard let own = measurements.time(workload, RuntimeCandidates.own, 1),
      let stream = measurements.time(workload, RuntimeCandidates.stream, 1)
    else { return nil }
    return """
      A value that a task reads costs \(Figure.number(own)) ns and \(Figure.count(row(workload)?.mallocs)) mallocs. \
      Through an `AsyncStream` the value costs \(Figure.number(stream)) ns and \
      \(Figure.count(row(workload, RuntimeCandidates.stream)?.mallocs)) mallocs.
      """
  }

  private var subscription: String? {
    let workload = RuntimeCandidates.subscription
    guard let own = row(workload), own.mallocs != nil else { return nil }
    let text =
      """
      A subscription costs \(Figure.count(own.mallocs)) mallocs and \(Figure.count(own.bytes)) bytes, the handler's \
      context included
      """
    guard let peer = row(workload, RuntimeCandidates.peer), peer.mallocs != nil else { return text + "." }
    return text
      + "; \(Markdown.code(RuntimeCandidates.peer))'s \(Figure.count(peer.mallocs)) and \(Figure.count(peer.bytes))."
  }

  /// The claim is true because a row has memory figures only if its check passed.
  private var owners: String? {
    guard let own = row(RuntimeCandidates.owners), own.mallocs != nil else { return nil }
    return """
      After \(Figure.grouped(own.n)) owners with a subscription each were made and released, the registry was the same \
      as before, and the live bytes were the same within one page.
      """
  }

  private var table: String {
    let rows = comparisons.map { comparison in
      let interval = Figure.interval(comparison.speedup)
      let isDifference = [.faster, .slower].contains(comparison.speedup.call)
      return [
        Markdown.code(comparison.workload), Figure.grouped(comparison.n), Figure.number(comparison.own),
        Figure.number(comparison.peer), isDifference ? "**\(interval)**" : interval,
      ]
    }
    return Markdown.table(
      [
        "ns per operation", "n", Markdown.code(RuntimeCandidates.own), Markdown.code(RuntimeCandidates.peer),
        "times as fast",
      ], rows) + "\n\nIn brackets: the 95 % interval of another run. Bold: a difference."
  }
}
