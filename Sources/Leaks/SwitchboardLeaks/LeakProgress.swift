/// How far a leak check is.
public struct LeakProgress: Hashable, Sendable {
  /// What the runs of the code are for.
  public enum Phase: String, Sendable {
    /// To count what they leave behind.
    case counting
    /// To find the subscriptions that hold what is left.
    case blaming
    /// To see whether what has grown goes on growing.
    case repeating
  }

  /// The purpose of the last run.
  public let phase: Phase
  /// The number of runs so far.
  public let runs: Int
  /// The number of things that exist beyond what there was after the warm-up, leaked or not.
  public let left: Int
  /// The time since the check began.
  public let elapsed: Duration
}

extension LeakProgress: CustomStringConvertible {
  /// A line for people.
  public var description: String {
    let runs = runs == 1 ? "1 run" : "\(runs) runs"
    return "leak check: \(runs) in \(elapsed.components.seconds) s, \(left) left, \(phase.rawValue)"
  }
}
