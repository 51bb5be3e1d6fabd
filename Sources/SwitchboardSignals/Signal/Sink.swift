/// Where a source puts its events: the handler at the end of a chain, wrapped by every operator on the way.
///
/// Whoever calls it does so one call at a time, sends nothing after the terminal event, and has no lock. That is why no
/// operator with a single source needs any state for it: a chain costs calls, not locks and not allocations, per value.
/// Sources that cannot promise it send through an ``Observer``.
@frozen
@usableFromInline
struct Sink<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let value: @Sendable (Value) -> Void
  @usableFromInline let terminal: @Sendable (Terminal<Failure>) -> Void

  @inlinable @inline(__always)
  init(
    value: @escaping @Sendable (Value) -> Void, terminal: @escaping @Sendable (Terminal<Failure>) -> Void
  ) {
    self.value = value
    self.terminal = terminal
  }
}
