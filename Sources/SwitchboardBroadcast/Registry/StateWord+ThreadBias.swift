import CSwitchboardBroadcast
public import Synchronization

/// Thread bias: a serial registry's first sender works without atomic exchanges until another thread comes.
///
/// | state | `biasable` | `owner` | who works on what |
/// |---|---|---|---|
/// | fresh | set | 0 | everybody on `bits`, by exchanges |
/// | biased | set | a thread | the owner on `local`, by plain stores; another thread revokes the bias first |
/// | shared | clear | 0 | everybody on `bits`, by exchanges; for ever |
///
/// A registry goes through these once, from top to bottom, or stays where it is. Where the system has no barrier for the
/// rare side, it begins as shared.
///
/// The owner announces each step in `local` and then looks whether it is still the owner; the revoker clears `owner`, and
/// then looks at `local`. Between the two halves of each there has to be a full barrier, or both could miss each other.
/// The owner, who does this twice per send, has only a compiler barrier there; the revoker, who does it once per
/// registry, makes every thread of the process pass a full one. So after that either the revoker sees the owner's step,
/// or the owner sees that it no longer is one.
///
/// If both see it, the shared lock decides: the revoker holds it, notes in `carried` whether it counted the owner's
/// delivery, and the owner looks there once it gets the lock.
extension StateWord {
  /// To be asked after a change of `local`, which it makes visible to a revoker unless it returns false.
  @inlinable @inline(__always)
  func isStillBiased(to thread: UInt) -> Bool {
    switchboard_compiler_barrier()
    return owner.load(ordering: .acquiring) == thread
  }

  /// Whether a bias may begin. Under `lock`.
  ///
  /// Not if the lock was taken on `local`: then a bias is there, though `owner` may be 0 already, because somebody is about
  /// to end it and waits for just this lock. To begin it once more would take that lock away and leave both biased.
  @inlinable var canBeginBias: Bool {
    !isHeldLocally.load(ordering: .relaxed) && bits.load(ordering: .relaxed) & Self.biasable != 0
      && owner.load(ordering: .relaxed) == 0
  }

  /// Begins the bias to the current thread, which is beginning a delivery. Under `lock`, on a biasable word without
  /// walkers; `lock` still has to be given back.
  @inlinable
  func beginBias(flags: UInt64) {
    local.store(flags | Self.walker0, ordering: .releasing)
    owner.store(switchboard_current_thread(), ordering: .releasing)
  }

  /// Ends the bias to another thread. Under `lock` of the shared word. Returns that word, to which a delivery of the
  /// owner in progress is added.
  @usableFromInline @inline(never)
  func revokeBias() -> UInt64 {
    owner.store(0, ordering: .releasing)
    switchboard_barrier_on_all_threads()
    // The owner is in the middle of bounded pointer work, or has noticed and is about to give up.
    var word = local.load(ordering: .acquiring)
    var spins = 0
    while word & Self.lock != 0 {
      spins += 1
      if spins % 64 == 0 { switchboard_yield() } else { switchboard_spin_hint() }
      word = local.load(ordering: .acquiring)
    }
    isHeldLocally.store(false, ordering: .relaxed)
    let walkers = word & Self.walkers
    carried.store(walkers != 0, ordering: .relaxed)
    return bits.wrappingAdd(walkers &- Self.biasable, ordering: .relaxed).newValue
  }
}
