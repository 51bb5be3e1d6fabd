public import CSwitchboardBroadcast

/// The call of an `update` function that the current code is a part of. From the scope `update` can tell whether its
/// closure wrote the value itself. Such a closure would run again and again.
///
/// The thread is not enough to tell. A closure that sends on a subject may deliver what other threads queued there
/// meanwhile (promise R6), and a handler that runs in such a delivery may write the value. The other threads caused
/// that write, so `update` runs its closure again.
///
/// | code | its scope |
/// |---|---|
/// | the closure of an update, and what it calls | the scope of the outermost update |
/// | a delivery of what another thread queued, inside such a closure | a separate scope |
/// | everything else | ``none`` |
///
/// The scope is known per thread. Numbers are never used twice.
@frozen
public struct UpdateScope: Equatable, Sendable {
  @usableFromInline let number: UInt64

  @inlinable init(number: UInt64) { self.number = number }

  /// The scope of code that is not part of an update.
  @inlinable public static var none: UpdateScope { UpdateScope(number: 0) }

  /// The scope of the calling code. One load.
  @inlinable public static var current: UpdateScope { UpdateScope(number: switchboard_update_scope()) }

  /// Returns the scope for an update that begins here: the scope of the update around it, or else a new one.
  @inlinable
  public static func forUpdate() -> UpdateScope { current == .none ? fresh() : current }

  @inlinable
  static func fresh() -> UpdateScope { UpdateScope(number: switchboard_next_update_scope()) }

  /// Runs `body` in this scope.
  @inlinable
  public func run<Value, Result, Failed: Error>(
    _ value: inout Value, _ body: (inout Value) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    let outer = switchboard_update_scope()
    switchboard_set_update_scope(number)
    defer { switchboard_set_update_scope(outer) }
    return try body(&value)
  }

  /// Runs `body` in a new scope if the current code is part of an update. Used for work that the update did not cause.
  @inlinable
  public static func runForeign(_ body: () -> Void) {
    let outer = current
    if outer == .none { return body() }
    fresh().enter()
    body()
    outer.enter()
  }

  /// Makes this the current scope of the thread. The caller has to restore the scope from before.
  @inlinable
  func enter() { switchboard_set_update_scope(number) }
}
