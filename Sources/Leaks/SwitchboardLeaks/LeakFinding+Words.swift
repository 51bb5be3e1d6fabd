internal import SwitchboardTracing

extension LeakFinding: CustomStringConvertible {
  /// A text for people: a first line that says what leaked and where, then other known facts, then the fix.
  public var description: String {
    ([summary] + explanation.map { "  \($0)" } + ["  Fix: \(fix)"]).joined(separator: "\n")
  }

  /// The leak and its place, in one line.
  public var summary: String { "\(kind.rawValue): \(words)" }

  /// The leak and its place, in one line, without its kind.
  var words: String { "\(what), since cycle \(firstCycle)" }

  private var what: String {
    let to = subject.map { " to \($0)" } ?? ""
    switch cause {
    case .subscription:
      let subscriptions = "\(number("subscription")) made at \(place)\(to)"
      guard kind == .orphan else { return "\(subscriptions) \(verb("is", "are")) left" }
      guard let owner else { return "\(subscriptions) \(verb("is", "are")) left and \(verb("has", "have")) no owner" }
      return "\(subscriptions) outlived \(owner), which owned \(verb("it", "them"))"
    case .ended:
      return "\(number("subscription")) made at \(place)\(to) ended and \(verb("is", "are")) still registered"
    case .closure: return "\(number(owner ?? "owner")) held by the \(handle) made at \(place)\(to)"
    case .closures:
      return "\(number(owner ?? "owner")) held together by the subscriptions made at "
        + ([place] + others).joined(separator: " and ")
    case .elsewhere:
      guard kind == .growing else { return "\(number(owner ?? "owner")) tracked at \(place), held from elsewhere" }
      return "\(number(owner ?? "registry", plural: owner ?? "registries")) made at \(place), held from elsewhere"
    case .notReproduced:
      return "\(number(owner ?? "owner")) \(kind == .growing ? "made" : "tracked") at \(place), with a holder that the "
        + "check could not find"
    case .values: return "\(number("value")) kept by \(keeper)"
    case .capacity: return "\(number("registry", plural: "registries")) made at \(place)\(to) with too much memory"
    }
  }

  /// What keeps the values.
  private var keeper: String {
    switch advice {
    case .buffer, .delay: "the subscription made at \(place)"
    case .board, .bus: "\(subject ?? "a registry"), written at \(place)"
    default: "\(subject ?? "a registry") made at \(place)"
    }
  }

  /// The name of what a subscribe call returned.
  private var handle: String {
    switch advice {
    case .binding: "binding"
    case .connection: "connection"
    case .execution: "execution"
    default: "subscription"
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

  private func number(_ noun: String, plural: String? = nil) -> String {
    if count == 1 { return "1 \(noun)" }
    // The name of a type gets no plural ending.
    return "\(count) \(plural ?? (noun.first?.isUppercase == true ? noun : noun + "s"))"
  }

  private func verb(_ one: String, _ many: String) -> String { count == 1 ? one : many }

  private func list(_ places: [String]) -> String { places.joined(separator: ", ") }
}

extension LeakFinding {
  /// Whether the only evidence is that a count grew. A count that levels off is no leak.
  var isGrowth: Bool {
    switch cause {
    case .subscription: kind == .growing || owner == nil
    case .values, .elsewhere, .notReproduced: kind == .growing
    default: false
    }
  }

  /// What grew, as the subject of a sentence.
  var growth: String {
    switch cause {
    case .subscription: "The number of subscriptions made at \(place)"
    case .values: "The number of values kept by \(keeper)"
    default: "The number of \(owner ?? "registries") made at \(place)"
    }
  }
}

extension LeakFinding {
  /// What holds an owner or keeps values, if it is not a subscription with closures or a replay subject.
  enum Advice: String, Codable, Sendable {
    case binding, feed, connection, execution, reader
    case board, bus, buffer, groups, inspector, reception, work
    /// The operator `delay`, the only operator that reports the values that it keeps.
    case delay

    init?(_ form: CensusScope.Form) { self.init(rawValue: form.rawValue) }

    /// - Parameter type: The type of a registry or another object of this library. Empty for a part of a subscription.
    init?(type: String) {
      switch type.prefix(while: { $0 != "<" }) {
      case "": self = .delay
      case "DataBoard": self = .board
      case "EventBus": self = .bus
      case "KeyedSignal", "Operator": self = .groups
      case "DurableReceiver", "Listener", "LiveReceiver": self = .reception
      case "Inspector": self = .inspector
      case "RecursiveWork": self = .work
      case "SignalValues": self = .buffer
      default: return nil
      }
    }

    /// How to end a subscription that has no closure of its own; nil for a subscription with closures.
    fileprivate var end: String? {
      switch self {
      case .binding: "dispose the binding when the program no longer needs what it binds; the binding has no closure."
      case .feed:
        """
        dispose the subscription when the program no longer needs it. It has no closure: the signal holds the object \
        to which it sends until the signal ends or the subscription is disposed.
        """
      case .connection:
        """
        disconnect when the program no longer needs the connection, or use `autoconnect()` or `share()`, which \
        disconnect after the last subscriber. The connection has no closure.
        """
      case .execution: "dispose the execution, which cancels its work, when the program no longer needs the work."
      case .reader: "cancel the task that reads the values, or leave its loop, when the program no longer needs it."
      case .board, .bus, .buffer, .groups, .inspector, .reception, .work, .delay: nil
      }
    }
  }

  /// The fix for the leak.
  public var fix: String {
    switch cause {
    case .subscription: advice?.end ?? subscriptionFix
    case .closure, .closures: advice?.end ?? closureFix
    case .elsewhere where advice == .groups:
      """
      let go of the signals that the operator sends. Or end the subscription, or group by fewer keys: `groupBy` keeps \
      a subject for each key until its source ends.
      """
    case .elsewhere where advice == .reception:
      "dispose what `receive`, `respond` or `carry` returned when the program no longer needs the events."
    case .elsewhere where advice == .inspector: "call `stop()`; an inspector also serves when nothing stores it."
    case .elsewhere where advice == .work:
      "dispose what `schedule(after:every:)` or `scheduleRecursively` returned when the work has had its last run."
    case .elsewhere:
      """
      find what stores the \(owner ?? "object"): a collection, a timer, a task that has not ended, a property of an \
      object that the \(owner ?? "object") owns, or values that a subject keeps.
      """
    case .notReproduced:
      "make the code under check do the same in each run, or look for a task that had not ended when the run ended."
    case .values: valuesFix
    case .ended, .capacity:
      "this is a defect of the registry's storage or of the library, not of the subscriber; please report it."
    }
  }

  private var subscriptionFix: String {
    if kind == .growing {
      return "keep the subscription and dispose it when the program no longer needs it, or subscribe with `owner:`."
    }
    return """
      dispose the subscription when \(owner.map { "the \($0)" } ?? "its owner") is deallocated: subscribe with \
      `owner:`, or add the subscription to a Lifetime or CompositeDisposable that only \
      \(owner.map { "the \($0)" } ?? "the owner") stores.
      """
  }

  private var closureFix: String {
    """
    let the closure capture \(owner.map { "the \($0)" } ?? "the owner") weakly (`[weak self]`), subscribe with \
    `owner:`, which passes the owner to the closure, or dispose the subscription when the program no longer needs \
    the \(owner ?? "owner").
    """
  }

  private var valuesFix: String {
    switch advice {
    case .board:
      """
      remove values that the program no longer needs (`removeValue(for:)`), or set them with a key whose retention is \
      `.whileSubscribed`.
      """
    case .bus:
      "remove sticky events that the program no longer needs (`removeStickyEvent(_:subtype:)`), or use fewer subtypes."
    case .buffer: "read the values, give `values(buffering:)` a limit, or release the iterator that is not read."
    case .delay: "let the clock of the scheduler of `delay` reach the values that wait, or end the subscription."
    default: "give the subject a limit (`capacity:`), or make a new subject for each use."
    }
  }
}
