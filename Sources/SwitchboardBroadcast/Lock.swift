public import Synchronization

/// A `Mutex` that ThreadSanitizer sees.
///
/// The standard library's is not compiled for the sanitizer, so each access under it would be reported as a race. In debug
/// builds an atomic beside it, read first and written last, says in words that the sanitizer understands what comes after
/// what. It adds no order that the mutex does not give. In release builds this is the mutex and nothing else.
@frozen
public struct Lock<State: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>
  #if DEBUG
    @usableFromInline let turn = Atomic<UInt8>(0)
  #endif

  @inlinable public init(_ state: consuming sending State) { mutex = Mutex(state) }

  /// Runs `body` while nobody else does. No user code belongs there, not even a deinit (R4).
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
