internal import SwitchboardBroadcast
public import SwitchboardLeaks

/// What a leaking scenario must be found to leak, and where.
public struct ExpectedLeak: Hashable, Codable, Sendable {
  public var kind: LeakFinding.Kind
  public var cause: LeakFinding.Cause
  /// As `#fileID` gives it.
  public var file: String
  public var line: Int
  /// How many each cycle leaves behind; nil if it is ``total`` that counts.
  public var each: Int?
  /// How many there are in the end, however many cycles there were.
  public var total: Int?

  func matches(_ finding: LeakFinding, cycles: Int) -> Bool {
    (finding.kind, finding.cause) == (kind, cause) && (finding.file, finding.line) == (file, line)
      && finding.count == total ?? (each ?? 1) * cycles && finding.firstCycle == 1
  }
}

/// Announces the leak of the statement below, which stands as users would write it. Does nothing else.
///
/// A line that is inserted between the two, or a statement that is moved without its announcement, makes the scenario fail.
///
/// - Parameters:
///   - cause: Nil: the most common one of the kind.
///   - each: How many each cycle leaves behind.
///   - total: How many there are in the end, instead, however many cycles there were.
///   - lines: How far below the line is that will be named.
func leaksBelow(
  _ kind: LeakFinding.Kind, _ cause: LeakFinding.Cause? = nil, each: Int = 1, total: Int? = nil, lines: Int = 1,
  fileID: StaticString = #fileID, line: Int = #line
) {
  let usual: LeakFinding.Cause =
    switch kind {
    case .orphan, .growing: .subscription
    case .retained: .closure
    case .capacity: .capacity
    }
  Announcements.add(
    ExpectedLeak(
      kind: kind, cause: cause ?? usual, file: "\(fileID)", line: line + lines, each: total == nil ? each : nil,
      total: total))
}

/// The leaks announced so far, by file: there is one leaking scenario in each.
enum Announcements {
  private static let all = Lock<[String: Set<ExpectedLeak>]>([:])

  static func add(_ leak: ExpectedLeak) { _ = all.withLock { $0[leak.file, default: []].insert(leak).inserted } }

  /// In the order of lines.
  static func of(_ fileID: String) -> [ExpectedLeak] {
    all.withLock { $0[fileID, default: []] }.sorted { ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue) }
  }
}
