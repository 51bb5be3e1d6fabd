/// What the observer of a time operator is sent: it joins the source and the scheduler, so that what the operator
/// remembers needs no lock (R6).
@usableFromInline
enum TimedInput<Value: Sendable>: Sendable {
  case value(Value)
  /// The time has come that the operator waited for.
  case isDue
}
