public import Synchronization

/// A `Mutex` that ThreadSanitizer sees.
///
/// The standard library's `Mutex` is not compiled for the sanitizer, so the sanitizer would report each access under it
/// as a race. In debug builds, a critical section also reads an atomic first and writes it last, which tells the
/// sanitizer the order of critical sections. The atomic adds no order that the mutex does not give. In release builds a
/// `Lock` is the mutex and nothing else.
@frozen
public struct Lock<State: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>
  #if DEBUG
    @usableFromInline let turn = Atomic<UInt8>(0)
  #endif

  @inlinable public init(_ state: consuming sending State) { mutex = Mutex(state) }

  /// Stores `new` and returns the state from before. The caller releases that state with no lock held (promise R4).
  @inlinable @inline(__always) @discardableResult
  public borrowing func exchange(_ new: State) -> State where State: Copyable & Sendable {
    var state = new
    withLock { swap(&$0, &state) }
    keepAlive(state)
    return state
  }

  /// Runs `body` under the lock. `body` must run no user code, not even a deinit (promise R4).
  @inlinable @inline(__always)
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if DEBUG
      try mutex.withLock { state throws(Failure) in
        _ = turn.load(ordering: .acquiring)
        defer { turn.store(0, ordering: .releasing) }
        return try body(&state)
      }
    #else
      try mutex.withLock(body)
    #endif
  }
}

/// Keeps `value` alive up to this call. Used for what was taken out under a lock, so that the deinit, which may be user
/// code, runs after the lock has been given back (promise R4). Also used in closures that only keep a value alive.
@inlinable @inline(__always)
public func keepAlive<Value>(_ value: borrowing Value) { extendLifetime(value) }
