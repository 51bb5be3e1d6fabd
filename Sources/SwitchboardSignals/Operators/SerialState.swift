/// What an operator remembers between the events of one subscription.
///
/// Sound: a sink is called one call at a time (see ``Sink``), so nothing else touches it meanwhile.
@usableFromInline
final class SerialState<Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var value: Value
  @inlinable init(_ value: Value) { self.value = value }
}
