/// The input of the observer of a time operator. The observer joins the source and the scheduler, so that the state of
/// the operator needs no lock: deliveries are serial (promise R6).
@usableFromInline
enum TimedInput<Value: Sendable>: Sendable {
  case value(Value)
  /// The time for which the operator waited has come.
  case isDue
}
