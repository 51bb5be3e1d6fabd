/// The findings of a check.
public struct LeakReport: Hashable, Codable, Sendable {
  /// The name that was given to the check. May be empty.
  public let name: String
  /// The number of counted runs.
  public let cycles: Int
  /// The number of runs before the counted runs. What these runs leave behind is the baseline.
  public let warmup: Int
  /// The findings, ordered by line.
  public let findings: [LeakFinding]
  /// The number of the code's subscriptions that are alive at the end, leaked or not, by line.
  public let left: [String: Int]
  /// Facts that a reader of the findings must know.
  public let notes: [String]

  /// Whether nothing leaked.
  public var isClean: Bool { findings.isEmpty }
}

extension LeakReport: CustomStringConvertible {
  /// A text for people: the leaks, their places, and their fixes.
  public var description: String {
    let title = name.isEmpty ? "" : "\(name): "
    let runs = "\(cycles) \(cycles == 1 ? "cycle" : "cycles") after \(warmup) to warm up"
    if isClean { return (["\(title)no leaks in \(runs)"] + notes).joined(separator: "\n") }
    let head = "\(title)\(findings.count) \(findings.count == 1 ? "leak" : "leaks") in \(runs)"
    return ([head] + findings.map { "\($0)" } + notes.map { "note: \($0)" }).joined(separator: "\n")
  }
}

/// A leak, and the line to look at.
public struct LeakFinding: Hashable, Codable, Sendable {
  /// What leaked.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The owner was deallocated, but its subscription is alive. Or the subscription belongs to no owner, although the
    /// code under check tracks owners; ``LeakFinding/owner`` is nil then.
    case orphan
    /// The owner is alive only because the closures of its subscriptions hold it, or because something else holds it;
    /// see ``LeakFinding/Cause/elsewhere``.
    case retained
    /// Each cycle adds subscriptions or values, or adds a registry or another object of this library. Further runs did
    /// not level off.
    case growing
    /// The subscriptions have ended, but the memory for them is still allocated.
    case capacity
  }

  /// The meaning of ``line``, and the reason why it is named.
  public enum Cause: String, Codable, Sendable {
    /// The subscription made there is alive.
    case subscription
    /// The subscription made there holds the owner: the owner stays alive when all other subscriptions are disposed.
    case closure
    /// The subscription made there holds the owner together with the subscriptions made at ``LeakFinding/others``. None
    /// of them holds the owner alone.
    case closures
    /// The subscription made there has ended and is still in its registry.
    case ended
    /// The owner tracked there, or the object of this library made there, is held by something that is no subscription
    /// of the code under check. It stays alive when all these subscriptions are disposed.
    case elsewhere
    /// The owner tracked there, or the object of this library made there, was alive in the counted cycles, but not in
    /// the runs that search for what holds it.
    case notReproduced
    /// The values written there, on a board or as sticky events of a bus, are kept; or the registry or subscription
    /// made there keeps values without a limit.
    case values
    /// The registry made there has more memory than it needs.
    case capacity
  }

  /// What leaked.
  public let kind: Kind
  /// The meaning of ``line``.
  public let cause: Cause
  /// The module and file, as `#fileID` gives them. Empty if unknown. With the line 0 the name of what was used, such as
  /// `SignalProtocol.values`: a property cannot learn its caller's line.
  public let file: String
  /// The line in ``file``, from 1. 0 if there is none, or if it is unknown.
  public let line: Int
  /// The type of the owner. Several types are separated by commas. Nil if no owner is known.
  public let owner: String?
  /// The signal or registry that was subscribed to: its name, key or event type, or otherwise its type.
  public let subject: String?
  /// The increase of the count between the end of the warm-up and the end of the check.
  public let count: Int
  /// The counted cycle since which there is an increase, from 1.
  public let firstCycle: Int
  /// Other lines that are concerned. For ``Cause/closures`` and ``Cause/closure``: the other subscriptions that hold
  /// the owner. For ``Cause/elsewhere``: the subscriptions that are alive with the owner.
  public let others: [String]
  /// Other known facts, one sentence each.
  public let details: [String]
  /// What ``fix`` depends on beside the cause.
  let advice: Advice?

  /// The line as `Module/File.swift:12`, the name of what was used, or a note that neither is known.
  public var place: String { file.isEmpty ? "an unknown line" : line == 0 ? file : "\(file):\(line)" }
}
