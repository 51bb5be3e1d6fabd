import CSwitchboardBroadcast
public import Synchronization

/// The one word that arbitrates a registry.
///
/// | bits | name | meaning |
/// |---|---|---|
/// | 0 | `lock` | somebody changes the registry; no delivery may begin |
/// | 1 | `waiters` | somebody sleeps until `lock` is free |
/// | 2 | `pending` | a queued value or terminal event waits for the delivery in progress to end |
/// | 3 | `garbage` | something waits for walkers to leave before it can be released |
/// | 4 | `closed` | nothing more is accepted |
/// | 5 | `phase` | which of the two walker counts a new delivery joins |
/// | 6 | `concurrent` | deliveries may overlap (the bus); otherwise there is one at a time |
/// | 8…35, 36…63 | walkers | deliveries in progress, by the phase in which they began |
///
/// The rule that everything rests on: `lock` is held for bounded pointer work only, never across user code (R4). While
/// it is held no walker can enter, but walkers can leave. So under `lock` the walker counts only fall, and "`lock` held,
/// counts zero" means exclusive access to the registry.
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

  /// One walker of phase 0. A serial registry knows only this one.
  @inlinable static var walker0: UInt64 { 1 << 8 }
  /// One walker of phase 1.
  @inlinable static var walker1: UInt64 { 1 << 36 }
  @inlinable static var walkers0: UInt64 { 0x0000_000F_FFFF_FF00 }
  @inlinable static var walkers1: UInt64 { 0xFFFF_FFF0_0000_0000 }
  @inlinable static var walkers: UInt64 { walkers0 | walkers1 }
}

extension StateWord {
  /// Takes `lock`. Returns the word as it then is.
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

  /// Returns after `lock` was seen free. Spins for about as long as a holder needs, then sleeps: with fewer cores than
  /// threads a spinning thread keeps the holder from running.
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
      // The holder's unlocking exchange clears `waiters` and then needs the lot, which is ours until we sleep:
      // so the wake-up cannot come too early.
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
