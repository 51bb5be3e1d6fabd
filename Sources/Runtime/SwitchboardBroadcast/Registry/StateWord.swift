import CSwitchboardBroadcast
public import Synchronization

/// The word that arbitrates a registry.
///
/// | bits | name | meaning |
/// |---|---|---|
/// | 0 | `lock` | a thread changes the registry; no delivery may begin |
/// | 1 | `waiters` | a thread sleeps until `lock` is free |
/// | 2 | `pending` | a queued value or terminal event waits for the delivery in progress to end |
/// | 3 | `garbage` | garbage waits to be released, or the storage waits to be compacted, until walkers have left |
/// | 4 | `closed` | nothing more is accepted |
/// | 5 | `phase` | which of the two walker counts a new delivery joins |
/// | 6 | `concurrent` | deliveries may overlap (the bus); otherwise there is one at a time |
/// | 8…35, 36…63 | walkers | deliveries in progress, by the phase in which they began |
///
/// One rule carries everything else: a thread holds `lock` for bounded pointer work only, never across user code
/// (promise R4). While `lock` is held no walker can enter, but walkers can leave. So under `lock` the walker counts
/// only fall, and "`lock` held, counts zero" means exclusive access to the registry.
///
/// `Tests/Model` checks the protocol: there, each of these functions has its counterpart.
public struct StateWord: ~Copyable, Sendable {
  @usableFromInline let bits: Atomic<UInt64>

  @inlinable init(_ initial: UInt64) { bits = Atomic(initial) }
}

extension StateWord {
  @inlinable static var lock: UInt64 { 1 << 0 }
  @inlinable static var waiters: UInt64 { 1 << 1 }
  @inlinable static var pending: UInt64 { 1 << 2 }
  @inlinable static var garbage: UInt64 { 1 << 3 }
  @inlinable static var closed: UInt64 { 1 << 4 }
  @inlinable static var phase: UInt64 { 1 << 5 }
  @inlinable static var concurrent: UInt64 { 1 << 6 }

  /// One walker of phase 0. A serial registry uses no other walker.
  @inlinable static var walker0: UInt64 { 1 << 8 }
  /// One walker of phase 1.
  @inlinable static var walker1: UInt64 { 1 << 36 }
  @inlinable static var walkers0: UInt64 { 0x0000_000F_FFFF_FF00 }
  @inlinable static var walkers1: UInt64 { 0xFFFF_FFF0_0000_0000 }
  @inlinable static var walkers: UInt64 { walkers0 | walkers1 }
}

/// Serial delivery without the lock, for a registry that is idle: no delivery, no lock, no flag.
extension StateWord {
  /// Begins a delivery. Returns false if the registry is not idle.
  @inlinable @inline(__always)
  func tryEnter() -> Bool {
    bits.compareExchange(expected: 0, desired: Self.walker0, ordering: .acquiring).exchanged
  }

  /// Ends the delivery. Returns false if work came up meanwhile: then the delivery goes on, and its thread has to drain
  /// the registry.
  @inlinable @inline(__always)
  func tryLeave() -> Bool {
    bits.compareExchange(expected: Self.walker0, desired: 0, ordering: .releasing).exchanged
  }
}

/// Concurrent delivery, without the lock.
extension StateWord {
  /// Joins the current phase, and returns one walker of that phase. Returns nil if the registry has ended.
  @inlinable @inline(__always)
  func enterPhase() -> UInt64? {
    var seen = bits.load(ordering: .relaxed)
    while true {
      if seen & (Self.lock | Self.closed | Self.concurrent) != Self.concurrent {
        require(
          seen & Self.concurrent != 0,
          "dispatch(_:) needs a concurrent broadcaster; call send(_:) on a serial broadcaster")
        if seen & Self.closed != 0 { return nil }
        waitUntilUnlocked()
        seen = bits.load(ordering: .relaxed)
        continue
      }
      let walker = seen & Self.phase == 0 ? Self.walker0 : Self.walker1
      let (exchanged, original) = bits.compareExchange(expected: seen, desired: seen &+ walker, ordering: .acquiring)
      if exchanged { return walker }
      seen = original
    }
  }

  /// Leaves the phase of `walker`. Returns whether the caller has to do the work that waited for the end of the phase.
  @inlinable @inline(__always)
  func leavePhase(_ walker: UInt64) -> Bool {
    let seen = bits.subtract(walker, ordering: .releasing).oldValue
    let phase = walker == Self.walker0 ? Self.walkers0 : Self.walkers1
    return seen & (Self.garbage | Self.pending) != 0 && seen & phase == walker
  }
}

/// The lock.
extension StateWord {
  /// Takes `lock`. Returns the word as it is under the lock.
  @inlinable @inline(__always)
  func acquire() -> UInt64 {
    let word = bits.load(ordering: .relaxed)
    if word & Self.lock == 0,
      bits.compareExchange(expected: word, desired: word | Self.lock, ordering: .acquiring).exchanged
    {
      return word | Self.lock
    }
    return acquireContended()
  }

  @usableFromInline @inline(never)
  func acquireContended() -> UInt64 {
    while true {
      waitUntilUnlocked()
      let word = bits.load(ordering: .relaxed)
      if word & Self.lock == 0,
        bits.compareExchange(expected: word, desired: word | Self.lock, ordering: .acquiring).exchanged
      {
        return word | Self.lock
      }
    }
  }

  /// The word as it is now. Read under `lock`.
  @inlinable @inline(__always)
  var held: UInt64 { bits.load(ordering: .acquiring) }

  /// What the caller adds to the word when it gives `lock` back, to begin a serial delivery. Called under `lock`.
  @inlinable @inline(__always)
  func walker(flags: UInt64) -> UInt64 { Self.walker0 }

  /// Gives `lock` back: replaces `seen`, which came from ``held``, by `desired`. Updates `seen` and returns false if
  /// walkers left or a thread began to wait in the meantime.
  @inlinable @inline(__always)
  func release(_ seen: inout UInt64, to desired: UInt64) -> Bool {
    let (exchanged, original) = bits.compareExchange(
      expected: seen, desired: desired, ordering: .acquiringAndReleasing)
    if exchanged {
      if seen & Self.waiters != 0 { Self.wakeWaiters() }
    } else {
      seen = original
    }
    return exchanged
  }

  /// Whether the `garbage` flag is set. A hint for the thread that is delivering.
  @inlinable var hasGarbage: Bool { bits.load(ordering: .relaxed) & Self.garbage != 0 }

  /// Returns after this thread has seen `lock` free. Spins for about as long as a holder needs, then sleeps: with fewer
  /// cores than threads, a spinning thread keeps the holder from running.
  @usableFromInline @inline(never)
  func waitUntilUnlocked() {
    for _ in 0..<64 {
      if bits.load(ordering: .relaxed) & Self.lock == 0 { return }
      switchboard_spin_hint()
    }
    switchboard_lot_lock()
    while true {
      let word = bits.load(ordering: .relaxed)
      if word & Self.lock == 0 { break }
      // The holder clears `waiters` in the exchange that unlocks, and then locks the lot to wake the sleepers. This
      // thread holds the lot until it sleeps, so the wake-up cannot come too early.
      if word & Self.waiters != 0
        || bits.compareExchange(expected: word, desired: word | Self.waiters, ordering: .relaxed).exchanged
      {
        switchboard_lot_wait()
      }
    }
    switchboard_lot_unlock()
  }

  @usableFromInline @inline(never)
  static func wakeWaiters() { switchboard_lot_wake_all() }
}
