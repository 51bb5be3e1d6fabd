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
    /// The owner was deallocated, but its subscription is alive.
    case orphan
    /// The owner is alive only because the closures of its subscriptions hold it, or because something else holds it;
    /// see ``LeakFinding/Cause/elsewhere``.
    case retained
    /// Each cycle adds subscriptions or values to a registry, or adds a registry.
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
    /// The owner tracked there, or the registry made there, is held by something that is no subscription of the code
    /// under check. It stays alive when all these subscriptions are disposed.
    case elsewhere
    /// The owner tracked there was alive in the counted cycles, but not in the runs that search for what holds it.
    case notReproduced
    /// The registry made there keeps values without a limit.
    case values
    /// The registry made there has more memory than it needs.
    case capacity
  }

  /// What leaked.
  public let kind: Kind
  /// The meaning of ``line``.
  public let cause: Cause
  /// The module and file, as `#fileID` gives them. Empty if unknown.
  public let file: String
  /// The line in ``file``, from 1. 0 if unknown.
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

  /// The line as `Module/File.swift:12`, or a note that it is unknown.
  public var place: String { file.isEmpty ? "an unknown line" : "\(file):\(line)" }
}

extension LeakFinding: CustomStringConvertible {
  /// A text for people: a first line that says what leaked and where, then other known facts, then the fix.
  public var description: String {
    ([summary] + explanation.map { "  \($0)" } + ["  Fix: \(fix)"]).joined(separator: "\n")
  }

  /// The leak and its place, in one line.
  public var summary: String {
    "\(kind.rawValue): \(what), since cycle \(firstCycle)"
  }

  private var what: String {
    let to = subject.map { " to \($0)" } ?? ""
    switch cause {
    case .subscription:
      let subscriptions = "\(number("subscription")) made at \(place)\(to)"
      guard kind == .orphan, let owner else { return "\(subscriptions) \(verb("is", "are")) left" }
      return "\(subscriptions) outlived \(owner), which owned \(count == 1 ? "it" : "them")"
    case .ended:
      return "\(number("subscription")) made at \(place)\(to) ended and \(verb("is", "are")) still registered"
    case .closure: return "\(number(owner ?? "owner")) held by the subscription made at \(place)\(to)"
    case .closures:
      return "\(number(owner ?? "owner")) held together by the subscriptions made at "
        + ([place] + others).joined(separator: " and ")
    case .elsewhere:
      guard kind == .growing else { return "\(number(owner ?? "owner")) tracked at \(place), held from elsewhere" }
      return "\(number(owner ?? "registry", plural: owner ?? "registries")) made at \(place), held from elsewhere"
    case .notReproduced:
      return "\(number(owner ?? "owner")) tracked at \(place), with a holder that the check could not find"
    case .values: return "\(number("value")) kept by \(subject ?? "a registry") made at \(place)"
    case .capacity: return "\(number("registry", plural: "registries")) made at \(place)\(to) with too much memory"
    }
  }

  private var explanation: [String] {
    var lines: [String] = []
    switch cause {
    case .closure where !others.isEmpty:
      lines.append("Each of these subscriptions also holds the \(owner ?? "owner") alone: \(list(others)).")
    case .elsewhere:
      lines.append("No subscription of the code under check holds it: it stays alive when all of them are disposed.")
      if !others.isEmpty { lines.append("Also alive: the subscriptions made at \(list(others)).") }
    default: break
    }
    return lines + details
  }

  /// The fix for the leak.
  public var fix: String {
    switch cause {
    case .subscription where kind == .orphan:
      """
      dispose the subscription when \(owner.map { "the \($0)" } ?? "its owner") is deallocated: subscribe with \
      `owner:`, or add the subscription to a Lifetime or CompositeDisposable that only \
      \(owner.map { "the \($0)" } ?? "the owner") stores.
      """
    case .subscription:
      "keep the subscription and dispose it when the program no longer needs it, or subscribe with `owner:`."
    case .closure, .closures:
      """
      let the closure capture \(owner.map { "the \($0)" } ?? "the owner") weakly (`[weak self]`), subscribe with \
      `owner:`, which passes the owner to the closure, or dispose the subscription when the program no longer needs \
      the \(owner ?? "owner").
      """
    case .ended:
      "this is a defect of the registry's storage or of the library, not of the subscriber; please report it."
    case .elsewhere:
      """
      find what stores the \(owner ?? "object"): a collection, a timer, a task that has not ended, a property of an \
      object that the \(owner ?? "object") owns, or values that a subject keeps.
      """
    case .notReproduced:
      "make the code under check do the same in each run, or look for a task that had not ended when the run ended."
    case .values: "give the subject a limit (`capacity:`), or make a new subject for each use."
    case .capacity:
      "this is a defect of the registry's storage or of the library, not of the subscriber; please report it."
    }
  }

  private func number(_ noun: String, plural: String? = nil) -> String {
    if count == 1 { return "1 \(noun)" }
    // The name of a type gets no plural ending.
    return "\(count) \(plural ?? (noun.first?.isUppercase == true ? noun : noun + "s"))"
  }

  private func verb(_ one: String, _ many: String) -> String { count == 1 ? one : many }

  private func list(_ places: [String]) -> String { places.joined(separator: ", ") }
}
