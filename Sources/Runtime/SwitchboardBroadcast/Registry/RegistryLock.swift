// The lock of a registry, which is a bit of its word.

extension Registry {
  /// What the word's flags are after the next unlock.
  @inlinable var flags: UInt64 {
    @inline(__always) get { UInt64(flagByte) }
    @inline(__always) set { flagByte = UInt8(truncatingIfNeeded: newValue) }
  }

  /// Whether nothing more is accepted. Read under the lock.
  @inlinable var isClosed: Bool { flags & StateWord.closed != 0 }

  /// Whether the owner of the registry has been deallocated: nothing is accepted any more, and no last event is kept.
  package var isAbandoned: Bool { withLock { isClosed && terminal == nil } }

  /// Takes the lock. Returns the word as it is under the lock.
  @usableFromInline func lock() -> UInt64 { word.acquire() }

  /// Gives the lock back.
  @usableFromInline func unlock() { unlock(enter: 0) }

  /// Runs `body` under the lock. `body` must be a few moves: no user code, not even a deinit (promise R4).
  @inlinable @inline(__always)
  public func withLock<Result>(_ body: () -> Result) -> Result {
    _ = lock()
    let result = body()
    unlock()
    return result
  }

  /// Gives the lock back and, in the same exchange, enters or leaves a delivery.
  ///
  /// - Parameters:
  ///   - enter: A walker to add to the word.
  ///   - leave: A walker to take out of the word.
  ///   - standing: The caller's own walker, if the caller is a delivery that holds no node right now.
  @inlinable @inline(__always)
  func unlock(enter: UInt64, leave: UInt64 = 0, standing: UInt64 = 0) {
    guard fresh.isEmpty && waiting.isEmpty && flags & StateWord.garbage == 0 else {
      return unlockAndReclaim(enter: enter, leave: leave, standing: standing)
    }
    var seen = word.held
    while !word.release(&seen, to: (seen & StateWord.walkers) &+ enter &- leave | flags) {}
  }

  /// Gives the lock back and begins a delivery.
  @usableFromInline
  func unlockAndEnter() { unlock(enter: word.walker(flags: flags)) }
}
