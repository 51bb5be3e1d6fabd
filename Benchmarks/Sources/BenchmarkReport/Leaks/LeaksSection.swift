import BenchmarkResults

/// The section on leaks: what the allocator's counters say about what leaks.
struct LeaksSection: SuiteSection {
  let measurements: SuiteMeasurements
  let verdicts: [LeakVerdicts.Verdict]

  init(_ results: Results) {
    measurements = SuiteMeasurements(suite: LeaksNames.suite, results)
    verdicts = LeakVerdicts(results.measurements).all
  }

  var title: String { "Leaks" }

  var conclusion: [Block] {
    [.heading(2, "Does memory grow where nothing leaks?"), .text(claim), .text(table)]
      + (LeaksChart.chart(measurements).map { [.chart($0)] } ?? [])
  }

  /// The summary for readers in a hurry.
  private var claim: String {
    guard !verdicts.isEmpty else {
      return "**Not measured.** Live bytes need jemalloc, and this run had no working jemalloc."
    }
    let broken = verdicts.filter { !$0.holds }
    guard !broken.isEmpty else {
      return "**No. With a leak, memory grows:** all \(verdicts.count) checks hold."
    }
    let names = broken.map { Markdown.code($0.workload + "/" + $0.candidate) }
    return "**\(broken.count) of \(verdicts.count) checks fail:** \(Markdown.list(names))."
  }

  private var table: String {
    Markdown.table(
      ["workload", "limit", "hold", "least", "most"],
      Group.all.map { group in
        let own = verdicts.filter(group.contains)
        guard let least = own.map(\.bytes).min(), let most = own.map(\.bytes).max() else {
          return [group.title, group.rule] + Array(repeating: Figure.missing, count: 3)
        }
        let held = own.count(where: \.holds)
        let count = "\(held) of \(own.count)"
        return [
          group.title, group.rule, held == own.count ? count : "**\(count)**", "\(signed(least)) \(group.unit)",
          "\(signed(most)) \(group.unit)",
        ]
      }, textColumns: 2)
  }

  var body: [Block] {
    measurements.workloads.flatMap { workload -> [Block] in
      let sizes = measurements.sizes(of: workload)
      let rows = measurements.candidates.compactMap { candidate -> [String]? in
        let found = sizes.map { measurements.row(workload, candidate, $0) }
        guard found.contains(where: { $0?.median != nil }) else { return nil }
        return [Markdown.code(candidate)] + found.map(cell)
      }
      guard !rows.isEmpty else { return [] }
      let unit = measurements.unit(of: workload)
      let table = Markdown.table([unit] + sizes.map(Markdown.size), rows)
      var blocks: [Block] = [.heading(3, Markdown.code(workload))]
      if let sentence = measurements.sentence(of: workload) { blocks.append(.text(sentence)) }
      if workload == LeaksNames.threads { blocks.append(.text(caches)) }
      return blocks + [.text(rows.count > 10 ? Markdown.details("\(rows.count) scenarios", table) : table)]
    }
  }

  private var caches: String {
    """
    libdispatch keeps up to 1024 blocks of 64 bytes for each thread, and one thread may free a block into the store \
    of another thread. Four full stores over 4096 cycles are \(Int(LeakVerdicts.tolerance)) bytes per cycle, so a \
    growth up to this limit is no leak here. This workload does not show a smaller leak.
    """
  }

  /// Returns the median, and the range where the rounds differ.
  private func cell(_ row: Measurement?) -> String {
    guard let row, let median = row.median else { return Figure.missing }
    guard let least = row.min, let most = row.max, least < most else { return signed(median) }
    return "\(signed(median)) (\(signed(least)) … \(signed(most)))"
  }

  private func signed(_ value: Double) -> String {
    value < 0 && Figure.count(value).first != "−" ? "−" + Figure.count(-value) : Figure.count(value)
  }
}

/// A line of the table at the top.
private struct Group: Sendable {
  let title, rule, unit, workload: String
  /// The required prefix of the candidate's name.
  var prefix = ""

  func contains(_ verdict: LeakVerdicts.Verdict) -> Bool {
    verdict.workload == workload && verdict.candidate.hasPrefix(prefix)
  }

  private static let tolerance = Int(LeakVerdicts.tolerance)

  static let all = [
    Group(title: "1000 subscribers join and leave, by storage", rule: "0", unit: perCycle, workload: LeaksNames.cycles),
    Group(title: "scenarios without a leak", rule: "0", unit: perCycle, workload: LeaksNames.clean),
    Group(title: "scenarios with a leak", rule: "> 0", unit: perCycle, workload: LeaksNames.leaking),
    Group(
      title: "kept capacity", rule: "> with freed capacity", unit: "bytes", workload: LeaksNames.capacity,
      prefix: LeaksNames.kinds.leaking),
    Group(
      title: "scenarios with threads, without a leak", rule: "≤ \(tolerance)", unit: perCycle,
      workload: LeaksNames.threads, prefix: LeaksNames.kinds.clean),
    Group(
      title: "scenarios with threads, with a leak", rule: "> \(tolerance)", unit: perCycle,
      workload: LeaksNames.threads,
      prefix: LeaksNames.kinds.leaking),
  ]

  private static let perCycle = "bytes per cycle"
}
