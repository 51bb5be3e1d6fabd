/// The state that an operator keeps between the events of one subscription.
///
/// Sound: a sink is called one call at a time (see ``Sink``), so no two threads access the state at the same time.
@usableFromInline
final class SerialState<Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var value: Value
  @inlinable init(_ value: Value) { self.value = value }
}
