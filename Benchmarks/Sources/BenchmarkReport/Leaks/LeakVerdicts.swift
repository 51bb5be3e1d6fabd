public import BenchmarkResults

/// What the live bytes of a run say: whether they stayed where nothing leaks, and grew where something does.
public struct LeakVerdicts: Sendable {
  struct Verdict: Equatable, Sendable {
    let workload, candidate: String
    let n: Int
    /// In the row's unit.
    let bytes: Double
    /// What ``bytes`` has to be, in words.
    let rule: String
    let holds: Bool
  }

  /// How many bytes per cycle are no leak yet where threads are at work. libdispatch keeps up to 1024 blocks of 64 bytes in
  /// each thread for its next use, and what one thread took another may keep: 4 full caches over 4096 cycles.
  static let tolerance: Double = 64

  /// One for each workload and candidate, at the largest n, or where it first failed.
  let all: [Verdict]

  public init(_ measurements: [Measurement]) {
    let rows = measurements.filter { $0.suite == LeaksNames.suite }
    let cleanLevels = Dictionary(
      rows.filter { $0.workload == LeaksNames.capacity }.map { ($0.candidate, $0.median) }, uniquingKeysWith: { $1 })
    var verdicts: [[String]: Verdict] = [:]
    var order: [[String]] = []
    for row in rows.sorted(by: { $0.n < $1.n }) {
      guard let verdict = Self.verdict(on: row, cleanLevels) else { continue }
      let key = [row.workload, row.candidate]
      if verdicts[key] == nil { order.append(key) }
      if verdicts[key]?.holds ?? true { verdicts[key] = verdict }
    }
    all = order.compactMap { verdicts[$0] }
  }

  /// What did not hold, each a sentence without its full stop.
  public var broken: [String] {
    all.filter { !$0.holds }.map { verdict in
      """
      \(verdict.workload)/\(verdict.candidate)/\(verdict.n): \(Figure.number(verdict.bytes)) bytes\
      \(verdict.workload == LeaksNames.capacity ? "" : " per cycle") more are live, and it must be \(verdict.rule)
      """
    }
  }

  private static func verdict(on row: Measurement, _ levels: [String: Double?]) -> Verdict? {
    guard let bytes = row.median else { return nil }
    func verdict(_ rule: String, _ holds: Bool) -> Verdict {
      Verdict(workload: row.workload, candidate: row.candidate, n: row.n, bytes: bytes, rule: rule, holds: holds)
    }
    let isClean = row.candidate.hasPrefix(LeaksNames.kinds.clean)
    switch row.workload {
    case LeaksNames.clean, LeaksNames.cycles: return verdict("0", bytes == 0)
    case LeaksNames.leaking: return verdict("more than 0", bytes > 0)
    case LeaksNames.threads where isClean:
      return verdict("\(Int(tolerance)) at the most", abs(bytes) <= tolerance)
    case LeaksNames.threads: return verdict("more than \(Int(tolerance))", bytes > tolerance)
    case LeaksNames.capacity where !isClean:
      let pair = LeaksNames.kinds.clean + row.candidate.dropFirst(LeaksNames.kinds.leaking.count)
      guard let level = levels[pair] ?? nil else { return nil }
      return verdict("more than the \(Figure.count(level)) of \(pair)", bytes > level)
    default: return nil
    }
  }
}
