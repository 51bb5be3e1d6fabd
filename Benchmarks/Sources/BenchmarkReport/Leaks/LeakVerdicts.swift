public import BenchmarkResults

/// The verdicts on the live bytes of a run: whether they stayed constant where nothing leaks, and grew where something
/// leaks.
public struct LeakVerdicts: Sendable {
  struct Verdict: Equatable, Sendable {
    let workload, candidate: String
    let n: Int
    /// The measured bytes, in the row's unit.
    let bytes: Double
    /// The required value of ``bytes``, in words.
    let rule: String
    let holds: Bool
  }

  /// The bytes per cycle that do not count as a leak where threads work. libdispatch keeps up to 1024 blocks of 64
  /// bytes in each thread for later use. A block that one thread allocated may end in the cache of another thread. The
  /// tolerance is 4 full caches over 4096 cycles.
  public static let tolerance: Double = 64

  /// One verdict for each workload and candidate, at the largest n, or at the smallest n where it failed.
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

  /// The verdicts that do not hold, each a sentence without its full stop.
  public var broken: [String] {
    all.filter { !$0.holds }.map { verdict in
      """
      \(verdict.workload)/\(verdict.candidate)/\(verdict.n): \(Figure.number(verdict.bytes)) bytes\
      \(verdict.workload == LeaksNames.capacity ? "" : " per cycle") more are live; expected: \(verdict.rule)
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
      return verdict("at most \(Int(tolerance))", abs(bytes) <= tolerance)
    case LeaksNames.threads: return verdict("more than \(Int(tolerance))", bytes > tolerance)
    case LeaksNames.capacity where !isClean:
      let pair = LeaksNames.kinds.clean + row.candidate.dropFirst(LeaksNames.kinds.leaking.count)
      guard let level = levels[pair] ?? nil else { return nil }
      return verdict("more than the \(Figure.count(level)) of \(pair)", bytes > level)
    default: return nil
    }
  }
}
