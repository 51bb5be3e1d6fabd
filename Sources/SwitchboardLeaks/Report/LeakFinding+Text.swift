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
    case .notReproduced: return "\(number(owner ?? "owner")) tracked at \(place), held by nobody who could be found"
    case .values: return "\(number("value")) kept by \(subject ?? "a registry") made at \(place)"
    case .capacity: return "\(number("registry", plural: "registries")) made at \(place)\(to) with too much memory"
    }
  }

  private var explanation: [String] {
    var lines: [String] = []
    switch cause {
    case .closure where !others.isEmpty: lines.append("Held by each of these alone, too: \(list(others)).")
    case .elsewhere:
      lines.append("With all subscriptions of the code under check disposed it is still alive: none of them holds it.")
      if !others.isEmpty { lines.append("Alive with it are the subscriptions made at \(list(others)).") }
    default: break
    }
    return lines + details
  }

  /// The fix for the leak.
  public var fix: String {
    switch cause {
    case .subscription where kind == .orphan:
      """
      dispose it when \(owner.map { "the \($0)" } ?? "its owner") goes: subscribe with `owner:`, or add it to a \
      Lifetime or CompositeDisposable that \(owner.map { "the \($0)" } ?? "the owner") stores, and nobody else.
      """
    case .subscription:
      "keep the subscription and dispose it when it is not needed any more, or subscribe with `owner:`."
    case .closure, .closures:
      """
      let the closure capture \(owner.map { "the \($0)" } ?? "it") weakly (`[weak self]`), subscribe with `owner:`, \
      which hands it to the closure, or dispose the subscription when the \(owner ?? "owner") is done.
      """
    case .ended:
      "this is a defect of the registry's storage or of the library, not of the subscriber; please report it."
    case .elsewhere:
      """
      look for who stores it: a collection, a timer, a task that has not ended, a property of what it owns itself, \
      values that a subject keeps.
      """
    case .notReproduced: "make the code under check do the same in each run, or look for a task that had not ended."
    case .values: "give the subject a limit (`capacity:`), or make a new one for each use."
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
