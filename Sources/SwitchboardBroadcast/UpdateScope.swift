public import CSwitchboardBroadcast

/// The call of an `update` function that the current code is a part of: it tells `update` whether its closure wrote the
/// value itself, which would make it run the closure again and again.
///
/// The thread is not enough to tell. A closure that sends on a subject may deliver what other threads queued there
/// meanwhile (R6), and a handler of theirs may write the value. That write is theirs: `update` runs its closure again.
///
/// | code | its scope |
/// |---|---|
/// | the closure of an update, and what it calls | that of the outermost update |
/// | a delivery of what another thread queued, inside such a closure | one of its own |
/// | everything else | ``none`` |
///
/// Known per thread. Numbers are never used twice.
@frozen
public struct UpdateScope: Equatable, Sendable {
  @usableFromInline let number: UInt64

  @inlinable init(number: UInt64) { self.number = number }

  /// That of code that no update is waiting for.
  @inlinable public static var none: UpdateScope { UpdateScope(number: 0) }

  /// That of the calling code. One load.
  @inlinable public static var current: UpdateScope { UpdateScope(number: switchboard_update_scope()) }

  /// The scope for an update that begins here: that of the update it is nested in, or else a new one.
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

  /// Runs `body`, which is not the doing of the update that the current code is a part of, if any.
  @inlinable
  public static func runForeign(_ body: () -> Void) {
    let outer = current
    if outer == .none { return body() }
    fresh().enter()
    body()
    outer.enter()
  }

  /// Makes this the scope of what follows on this thread. To be taken back by its caller.
  @inlinable
  func enter() { switchboard_set_update_scope(number) }
}
