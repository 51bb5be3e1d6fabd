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
/// | 7 | `biasable` | the registry is biased to a thread, or may become biased |
/// | 8…35, 36…63 | walkers | deliveries in progress, by the phase in which they began |
///
/// One rule carries everything else: a thread holds `lock` for bounded pointer work only, never across user code
/// (promise R4). While `lock` is held no walker can enter, but walkers can leave. So under `lock` the walker counts
/// only fall, and "`lock` held, counts zero" means exclusive access to the registry.
///
/// An atomic exchange costs 1 to 6 ns, depending on the processor; a send to one subscriber takes about 2 ns. So a
/// serial registry is *biased* to the thread that first sends on it: that thread works on a separate word, `local`, by
/// plain loads and stores. See `StateWord+ThreadBias.swift`.
public struct StateWord: ~Copyable, Sendable {
  /// The word that all threads use while the registry is not biased.
  @usableFromInline let bits: Atomic<UInt64>
  /// The thread that the registry is biased to, or 0.
  @usableFromInline let owner = Atomic<UInt>(0)
  /// The word that is used while the registry is biased. Only the owner writes it.
  @usableFromInline let local = Atomic<UInt64>(0)
  /// Whether the bias was revoked during a delivery of the owner. That delivery is counted in `bits` since. Guarded by
  /// `lock`.
  @usableFromInline let carried = Atomic<Bool>(false)
  /// Whether `lock` was taken on `local`. Guarded by `lock`. The lock bit of `local` does not tell: an owner that has
  /// not yet noticed the end of its bias sets that bit for a moment, while another thread holds the lock of the shared
  /// word.
  @usableFromInline let isHeldLocally = Atomic<Bool>(false)

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
  @inlinable static var biasable: UInt64 { 1 << 7 }

  /// One walker of phase 0. A serial registry uses no other walker.
  @inlinable static var walker0: UInt64 { 1 << 8 }
  /// One walker of phase 1.
  @inlinable static var walker1: UInt64 { 1 << 36 }
  @inlinable static var walkers0: UInt64 { 0x0000_000F_FFFF_FF00 }
  @inlinable static var walkers1: UInt64 { 0xFFFF_FFF0_0000_0000 }
  @inlinable static var walkers: UInt64 { walkers0 | walkers1 }
}

extension StateWord {
  /// Takes `lock`. Returns the word as it is under the lock.
  @inlinable @inline(__always)
  func acquire() -> UInt64 {
    let owner = owner.load(ordering: .relaxed)
    if owner == 0 {
      let word = bits.load(ordering: .relaxed)
      if word & Self.lock == 0,
        bits.compareExchange(expected: word, desired: word | Self.lock, ordering: .acquiring).exchanged
      {
        // A bias begins under the lock, so only under the lock is it certain that none exists.
        return self.owner.load(ordering: .relaxed) == 0 ? word | Self.lock : revokeBias()
      }
    } else if owner == switchboard_current_thread() {
      let word = local.load(ordering: .relaxed) | Self.lock
      local.store(word, ordering: .releasing)
      if isStillBiased(to: owner) {
        isHeldLocally.store(true, ordering: .relaxed)
        return word
      }
      local.store(word & ~Self.lock, ordering: .releasing)
    }
    return acquireContended()
  }

  /// Takes `lock` of the shared word, and ends a bias if there is one.
  @usableFromInline @inline(never)
  func acquireContended() -> UInt64 {
    while true {
      waitUntilUnlocked()
      let word = bits.load(ordering: .relaxed)
      guard word & Self.lock == 0,
        bits.compareExchange(expected: word, desired: word | Self.lock, ordering: .acquiring).exchanged
      else { continue }
      if owner.load(ordering: .relaxed) == 0 { return word | Self.lock }
      return revokeBias()
    }
  }

  /// The word that `lock` was taken on. Read under `lock`.
  @inlinable @inline(__always)
  var held: UInt64 {
    isHeldLocally.load(ordering: .relaxed) ? local.load(ordering: .relaxed) : bits.load(ordering: .acquiring)
  }

  /// Gives `lock` back: replaces `seen`, which came from ``held``, by `desired`. Updates `seen` and returns false if
  /// walkers left or a thread began to wait in the meantime.
  @inlinable @inline(__always)
  func release(_ seen: inout UInt64, to desired: UInt64) -> Bool {
    if isHeldLocally.load(ordering: .relaxed) {
      local.store(desired, ordering: .releasing)
      return true
    }
    let (exchanged, original) = bits.compareExchange(
      expected: seen, desired: desired | seen & Self.biasable, ordering: .acquiringAndReleasing)
    if exchanged {
      if seen & Self.waiters != 0 { Self.wakeWaiters() }
    } else {
      seen = original
    }
    return exchanged
  }

  /// Whether the `garbage` flag is set. A hint for the thread that is delivering.
  @inlinable var hasGarbage: Bool {
    let word = owner.load(ordering: .relaxed) == 0 ? bits.load(ordering: .relaxed) : local.load(ordering: .relaxed)
    return word & Self.garbage != 0
  }

  /// Returns after this thread has seen `lock` of the shared word free. Spins for about as long as a holder needs, then
  /// sleeps: with fewer cores than threads, a spinning thread keeps the holder from running.
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
