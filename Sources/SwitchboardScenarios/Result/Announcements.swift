internal import SwitchboardBroadcast
public import SwitchboardLeaks

/// A leak that the check of a leaking scenario must find.
public struct ExpectedLeak: Hashable, Codable, Sendable {
  public var kind: LeakFinding.Kind
  public var cause: LeakFinding.Cause
  /// The file of the leak, in the form of `#fileID`.
  public var file: String
  public var line: Int
  /// The number of leaks that each cycle leaves behind; nil if ``total`` is set.
  public var each: Int?
  /// The number of leaks at the end, independent of the number of cycles.
  public var total: Int?

  func matches(_ finding: LeakFinding, cycles: Int) -> Bool {
    (finding.kind, finding.cause) == (kind, cause) && (finding.file, finding.line) == (file, line)
      && finding.count == total ?? (each ?? 1) * cycles && finding.firstCycle == 1
  }
}

/// Announces the leak of the statement below the call. The statement itself is written as users would write it. Has no
/// other effect.
///
/// The scenario fails if a line is inserted between the call and the statement, or if the statement moves without the
/// call.
///
/// - Parameters:
///   - cause: The cause; nil for the most common cause of the kind.
///   - each: The number of leaks that each cycle leaves behind.
///   - total: The number of leaks at the end, independent of the number of cycles. Replaces `each`.
///   - lines: The distance from the call down to the line that the finding names.
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

/// The leaks announced so far, by file. A file has at most one leaking scenario.
enum Announcements {
  private static let all = Lock<[String: Set<ExpectedLeak>]>([:])

  static func add(_ leak: ExpectedLeak) { _ = all.withLock { $0[leak.file, default: []].insert(leak).inserted } }

  /// Returns the leaks of a file, ordered by line.
  static func of(_ fileID: String) -> [ExpectedLeak] {
    all.withLock { $0[fileID, default: []] }.sorted { ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue) }
  }
}
