/// A promised limit on a cost, and its outcome in a run.
struct Limit: Sendable {
  enum Outcome: Sendable { case met, missed, undecided, notMeasured }

  let title: String
  /// The limit, in ``unit``.
  let bound: Double
  let unit: String
  /// Whether ``bound`` is a lower limit.
  var isLeast = false
  /// The measured value; nil if a row that it needs is missing.
  let measured: Double?
  /// The amount by which ``measured`` may be off for unrelated reasons.
  var uncertainty: Double = 0
  /// Whether the value repeats from run to run, so that a check can require it.
  var isExact = false

  var outcome: Outcome {
    guard let measured else { return .notMeasured }
    let (least, most) = (measured - uncertainty, measured + uncertainty)
    if isLeast { return least >= bound ? .met : most < bound ? .missed : .undecided }
    // If the uncertainty reaches the limit, a small value proves nothing.
    return most <= bound && uncertainty < bound ? .met : least > bound ? .missed : .undecided
  }

  /// The measured value and the limit, for a terminal.
  var text: String {
    "\(title): \(Figure.number(measured))\(Figure.space)\(unit) (\(isLeast ? "≥" : "≤") \(Figure.count(bound)))"
  }

  /// A sentence without its full stop if the limit is missed; nil otherwise.
  var miss: String? {
    guard outcome == .missed else { return nil }
    let (space, rule) = (Figure.space, isLeast ? "at least" : "at most")
    return "\(title): \(Figure.number(measured))\(space)\(unit), promised \(rule) \(Figure.count(bound))\(space)\(unit)"
  }
}
