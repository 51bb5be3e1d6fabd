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
