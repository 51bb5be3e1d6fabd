import CSwitchboardBroadcast
public import Synchronization

/// Thread bias: the first thread that sends on a serial registry works without atomic exchanges until another thread
/// uses the registry.
///
/// | state | `biasable` | `owner` | which thread works on which word |
/// |---|---|---|---|
/// | fresh | set | 0 | all threads on `bits`, by exchanges |
/// | biased | set | a thread | the owner on `local`, by plain stores; another thread revokes the bias first |
/// | shared | clear | 0 | all threads on `bits`, by exchanges, for the rest of the registry's life |
///
/// A registry passes through these states at most once, from top to bottom. Where the system has no barrier for the
/// revoker, every registry begins as shared.
///
/// The owner announces each step in `local`, and then reads `owner` to see whether the bias still holds. The revoker
/// clears `owner`, and then reads `local`. Between the two halves of each side there has to be a full barrier, or the
/// owner and the revoker could miss each other. The owner does this twice per send and has only a compiler barrier
/// there. The revoker does this once per registry and makes every thread of the process pass a full barrier. After that
/// barrier, either the revoker sees the owner's step, or the owner sees that the bias has ended.
///
/// If both see each other, the shared lock decides. The revoker holds that lock and notes in `carried` whether it
/// counted the owner's delivery; the owner reads `carried` when it gets the lock.
extension StateWord {
  /// Returns whether the registry is still biased to `thread`. The owner calls this function after each change of
  /// `local`. If the result is true, a revoker sees that change.
  @inlinable @inline(__always)
  func isStillBiased(to thread: UInt) -> Bool {
    switchboard_compiler_barrier()
    return owner.load(ordering: .acquiring) == thread
  }

  /// Whether a bias may begin. Read under `lock`.
  ///
  /// No bias may begin while the lock is held on `local`, because a bias exists then. `owner` may be 0 already: a
  /// revoker has cleared it and waits for exactly this lock. A second bias would clear the lock bit, so the revoker
  /// would treat the registry as shared while this thread treats it as biased.
  @inlinable var canBeginBias: Bool {
    !isHeldLocally.load(ordering: .relaxed) && bits.load(ordering: .relaxed) & Self.biasable != 0
      && owner.load(ordering: .relaxed) == 0
  }

  /// Begins the bias to the current thread, which is beginning a delivery. Called under `lock`, on a biasable word
  /// without walkers. The caller still has to give `lock` back.
  @inlinable
  func beginBias(flags: UInt64) {
    local.store(flags | Self.walker0, ordering: .releasing)
    owner.store(switchboard_current_thread(), ordering: .releasing)
  }

  /// Ends the bias to another thread. Called under `lock` of the shared word. Returns the shared word, to which the
  /// owner's delivery is added if one is in progress.
  @usableFromInline @inline(never)
  func revokeBias() -> UInt64 {
    owner.store(0, ordering: .releasing)
    switchboard_barrier_on_all_threads()
    // The owner does bounded pointer work under its lock, or has noticed the end of the bias and is about to give the
    // lock up.
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
