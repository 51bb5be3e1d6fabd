/// The receiver of a source's events: the handler at the end of a chain, wrapped by every operator on the way.
///
/// A source makes one call at a time, sends nothing after the terminal event, and holds no lock during a call. So an
/// operator with a single source needs no state to enforce these rules. Per value a chain costs calls, no locks and no
/// allocations. A source that cannot keep the rules sends through an ``Observer``.
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
