/// Something that leaked, and the line to look at.
public struct LeakFinding: Hashable, Codable, Sendable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The owner is gone, its subscription is not.
    case orphan
    /// The owner is alive only because its subscriptions' closures hold it; or something else does, see
    /// ``LeakFinding/Cause/elsewhere``.
    case retained
    /// Each cycle leaves something more in a registry, or a registry more.
    case growing
    /// The subscriptions are gone, the memory for them is not.
    case capacity
  }

  /// What ``line`` is, and why it is named.
  public enum Cause: String, Codable, Sendable {
    /// The subscription made there is alive.
    case subscription
    /// The subscription made there holds the owner: with all others disposed it lives on.
    case closure
    /// The subscription made there holds the owner together with those at ``LeakFinding/others``; none of them alone does.
    case closures
    /// The subscription made there has ended and is still in its registry.
    case ended
    /// The owner tracked there, or the registry made there, is held by something that is no subscription of the code
    /// under check: with all of them disposed it lives on.
    case elsewhere
    /// The owner tracked there was alive in the counted cycles and not in the runs that look for who holds it.
    case notReproduced
    /// The registry made there keeps values without a limit.
    case values
    /// The registry made there has more memory than it needs.
    case capacity
  }

  public var kind: Kind
  public var cause: Cause
  /// As `#fileID` gives it: module and file. Empty if unknown.
  public var file: String
  public var line: Int
  /// Type of the owner; of several the types, with commas. Nil: no owner is known.
  public var owner: String?
  /// What was subscribed to: its name, key or event type, or else its type.
  public var subject: String?
  /// How many more there are at the end than after the warm-up.
  public var count: Int
  /// Since which counted cycle, from 1.
  public var firstCycle: Int
  /// Other lines that are concerned: of ``Cause/closures`` and ``Cause/closure`` who else holds it; of
  /// ``Cause/elsewhere`` the subscriptions that are alive with the owner.
  public var others: [String]
  /// What else is known, a sentence each.
  public var details: [String]

  /// `Module/File.swift:12`.
  public var place: String { file.isEmpty ? "an unknown line" : "\(file):\(line)" }
}
