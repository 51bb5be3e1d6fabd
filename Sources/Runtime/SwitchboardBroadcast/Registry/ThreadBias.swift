// Thread bias: the first thread that sends on a serial registry works without atomic exchanges until another thread
// uses the registry. Everything about the bias is in this file, except the `RevocationBudget`. With
// -DSWITCHBOARD_WITHOUT_THREAD_BIAS, and on other systems than 64-bit Linux, a registry has a plain `StateWord`.

#if os(Linux) && (arch(x86_64) || arch(arm64)) && !SWITCHBOARD_WITHOUT_THREAD_BIAS
  import CSwitchboardBroadcast
  public import Synchronization

  public typealias RegistryWord = BiasedStateWord

  /// A ``StateWord``, `shared`, beside a second word, `local`, which one thread uses by plain loads and stores.
  ///
  /// An atomic exchange costs 1 to 6 ns, depending on the processor; a send to one subscriber takes about 2 ns. A
  /// serial registry is therefore *biased* to the thread that first sends on it.
  ///
  /// | state | `owner` | which thread works on which word |
  /// |---|---|---|
  /// | fresh | `fresh` | all threads on `shared`, under the lock |
  /// | biased | a thread | the owner on `local`, by plain stores; another thread revokes the bias first |
  /// | shared | 0 | all threads on `shared`, for the rest of the registry's life |
  ///
  /// A registry passes through these states at most once, from top to bottom, and changes its state only under the lock
  /// of `shared`. A registry begins as shared where the process has no barrier for the revoker, and while
  /// the ``RevocationBudget`` is spent.
  ///
  /// The owner announces each step in `local`, and then reads `owner` to see whether the bias still holds. The revoker
  /// clears `owner`, and then reads `local`. Between the two halves of each side there has to be a full barrier, or the
  /// owner and the revoker could miss each other. The owner does this twice per send and has only a compiler barrier
  /// there. The revoker does this once per registry and makes every thread of the process pass a full barrier. After
  /// that barrier, either the revoker sees the owner's step, or the owner sees that the bias has ended.
  ///
  /// If both see each other, the lock of `shared` decides. The revoker holds that lock and notes in `carried` whether
  /// it counted the owner's delivery; the owner reads `carried` when it gets the lock.
  ///
  /// A thread may get the identity of a thread that has ended, and with it the bias. So the owner's first load of
  /// `local` acquires what the earlier thread's last store released.
  public struct BiasedStateWord: ~Copyable, Sendable {
    @usableFromInline let shared: StateWord
    /// The thread that the registry is biased to, `fresh`, or 0.
    @usableFromInline let owner: Atomic<UInt>
    /// The word that is used while the registry is biased. Only the owner writes it.
    @usableFromInline let local = Atomic<UInt64>(0)
    /// Whether the bias was revoked during a delivery of the owner. That delivery is counted in `shared` since. Guarded
    /// by the lock of `shared`.
    @usableFromInline let carried = Atomic<Bool>(false)
    /// Whether the lock was taken on `local`. Guarded by the lock. The lock bit of `local` does not tell: an owner that
    /// has not yet noticed the end of its bias sets that bit for a moment, while another thread holds the lock of
    /// `shared`.
    @usableFromInline let isHeldLocally = Atomic<Bool>(false)

    /// - Parameter biased: Whether the registry may become biased. False for a registry that many threads use from the
    ///   beginning.
    @inlinable init(_ flags: UInt64, biased: Bool) {
      shared = StateWord(flags)
      owner = Atomic(biased && Self.mayBegin() ? Self.fresh : 0)
    }

    /// The value of `owner` before the first send. No thread has this identity.
    @inlinable static var fresh: UInt { 1 }

    /// How a serial delivery goes on after ``enter()``. With three cases, and three functions for what follows, a
    /// biased delivery contains no instruction for the other cases.
    @usableFromInline enum Entry {
      /// The delivery has begun, and is counted in `local`. The thread ends it with ``leave(_:)``.
      case local(_ thread: UInt)
      /// The registry is not idle, or not biased to this thread, which goes on with ``enterShared()``.
      case shared
      /// Another thread has ended the bias. The owner goes on with ``enterRevoked()``.
      case revoked
    }
  }

  extension BiasedStateWord {
    /// Begins a serial delivery by plain stores, if the registry is idle and biased to this thread.
    @inlinable @inline(__always)
    func enter() -> Entry {
      let thread = switchboard_current_thread()
      guard owner.load(ordering: .relaxed) == thread, local.load(ordering: .acquiring) == 0 else {
        return .shared
      }
      local.store(StateWord.walker0, ordering: .releasing)
      return isStillBiased(to: thread) ? .local(thread) : .revoked
    }

    /// Ends a delivery that `thread` has begun by plain stores. Returns false if work came up meanwhile; see
    /// ``StateWord/tryLeave()``.
    @inlinable @inline(__always)
    func leave(_ thread: UInt) -> Bool {
      guard local.load(ordering: .relaxed) == StateWord.walker0 else { return false }
      local.store(0, ordering: .releasing)
      return isStillBiased(to: thread) || leaveRevoked()
    }

    /// Begins a serial delivery on `shared`. Returns false if the registry is not idle, or may become biased.
    @inlinable @inline(__always)
    func enterShared() -> Bool {
      // `owner` stays 0 for good, and becomes 0 under the lock of `shared`. So the exchange sees that lock.
      owner.load(ordering: .acquiring) == 0 && shared.tryEnter()
    }

    /// Begins a delivery that found, at its beginning, that another thread had ended the bias. If the revoker counted
    /// the delivery, the delivery has begun. Otherwise the sender tries again under the lock.
    @inlinable @inline(__always)
    func enterRevoked() -> Bool { isCarried() }

    /// Ends a delivery that is counted in `shared`; see ``StateWord/tryLeave()``.
    @inlinable @inline(__always)
    func leaveShared() -> Bool { shared.tryLeave() }

    /// Ends a delivery that began when its thread gave the lock back. Returns false if work came up meanwhile; see
    /// ``StateWord/tryLeave()``.
    @inlinable @inline(__always)
    func leaveStanding() -> Bool {
      let thread = owner.load(ordering: .acquiring)
      if thread == 0 { return shared.tryLeave() }
      // The registry is biased to this thread, because a revoker counts the delivery before another thread can deliver.
      return thread == switchboard_current_thread() && leave(thread)
    }

    /// Takes the lock. Returns the word as it is under the lock.
    @inlinable @inline(__always)
    func acquire() -> UInt64 {
      let thread = owner.load(ordering: .relaxed)
      if thread <= Self.fresh {
        let word = shared.acquire()
        // A bias begins under the lock, so only under the lock is it certain that none exists.
        return owner.load(ordering: .relaxed) <= Self.fresh ? word : revoke(word)
      }
      if thread == switchboard_current_thread() {
        let word = local.load(ordering: .acquiring) | StateWord.lock
        local.store(word, ordering: .releasing)
        if isStillBiased(to: thread) {
          isHeldLocally.store(true, ordering: .relaxed)
          return word
        }
        local.store(word & ~StateWord.lock, ordering: .releasing)
      }
      return acquireShared()
    }

    /// The word that the lock was taken on, as it is now. Read under the lock.
    @inlinable @inline(__always)
    var held: UInt64 { isHeldLocally.load(ordering: .relaxed) ? local.load(ordering: .relaxed) : shared.held }

    /// Gives the lock back; see ``StateWord/release(_:to:)``.
    @inlinable @inline(__always)
    func release(_ seen: inout UInt64, to desired: UInt64) -> Bool {
      guard isHeldLocally.load(ordering: .relaxed) else { return shared.release(&seen, to: desired) }
      local.store(desired, ordering: .releasing)
      return true
    }

    /// What the caller adds to the word when it gives the lock back, to begin a serial delivery. Called under the lock,
    /// on a word without walkers. The first delivery of a fresh registry begins the bias, and is counted in `local`.
    @inlinable
    func walker(flags: UInt64) -> UInt64 {
      // A revoker may have cleared `owner` already, and wait for exactly this lock. So 0 begins no bias.
      guard owner.load(ordering: .relaxed) == Self.fresh else { return StateWord.walker0 }
      local.store(flags | StateWord.walker0, ordering: .releasing)
      owner.store(switchboard_current_thread(), ordering: .releasing)
      return 0
    }

    /// Whether the `garbage` flag is set. A hint for the thread that is delivering.
    @inlinable var hasGarbage: Bool {
      owner.load(ordering: .relaxed) <= Self.fresh
        ? shared.hasGarbage : local.load(ordering: .relaxed) & StateWord.garbage != 0
    }

    @inlinable @inline(__always)
    func enterPhase() -> UInt64? { shared.enterPhase() }

    @inlinable @inline(__always)
    func leavePhase(_ walker: UInt64) -> Bool { shared.leavePhase(walker) }
  }

  extension BiasedStateWord {
    /// Returns whether the registry is still biased to `thread`. The owner calls this function after each change of
    /// `local`. If the result is true, a revoker sees that change.
    @inlinable @inline(__always)
    func isStillBiased(to thread: UInt) -> Bool {
      switchboard_compiler_barrier()
      return owner.load(ordering: .acquiring) == thread
    }

    /// Ends a delivery that found, at its end, that another thread had ended the bias. If the revoker counted the
    /// delivery, the delivery goes on in `shared`, with the work that came up. Otherwise the revoker saw its end.
    @usableFromInline @inline(never)
    func leaveRevoked() -> Bool { !isCarried() }

    /// Returns whether the revoker counted this thread's delivery in `shared`.
    @usableFromInline @inline(never)
    func isCarried() -> Bool {
      var seen = shared.acquire()
      let isCounted = carried.exchange(false, ordering: .relaxed)
      while !shared.release(&seen, to: seen & ~(StateWord.lock | StateWord.waiters)) {}
      return isCounted
    }

    @usableFromInline @inline(never)
    func acquireShared() -> UInt64 {
      let word = shared.acquire()
      return owner.load(ordering: .relaxed) <= Self.fresh ? word : revoke(word)
    }

    /// Ends the bias to another thread. Called under the lock of `shared`, with the word as it is under the lock.
    /// Returns the word, to which the owner's delivery is added if one is in progress.
    @usableFromInline @inline(never)
    func revoke(_ word: UInt64) -> UInt64 {
      owner.store(0, ordering: .releasing)
      switchboard_barrier_on_all_threads()
      Self.budget.spend(at: switchboard_coarse_time())
      // The owner does bounded pointer work under its lock, or has noticed the end of the bias and is about to give the
      // lock up. Of a thread with a higher priority, the owner may need this processor for that.
      var seen = local.load(ordering: .acquiring)
      var turn: UInt32 = 0
      while seen & StateWord.lock != 0 {
        switchboard_back_off(turn)
        turn += 1
        seen = local.load(ordering: .acquiring)
      }
      isHeldLocally.store(false, ordering: .relaxed)
      let walkers = seen & StateWord.walkers
      carried.store(walkers != 0, ordering: .relaxed)
      return shared.bits.wrappingAdd(walkers, ordering: .relaxed).newValue
    }

    @usableFromInline static func mayBegin() -> Bool {
      switch switchboard_bias() {
      case SWITCHBOARD_BIAS_ALWAYS: true
      case SWITCHBOARD_BIAS_LIMITED: budget.allowsBias(at: switchboard_coarse_time())
      default: false
      }
    }

    private static let budget = RevocationBudget()
  }
#else
  public typealias RegistryWord = StateWord

  extension StateWord {
    @usableFromInline enum Entry {
      /// The delivery has begun.
      case local(Void)
      /// The registry is not idle.
      case shared
      /// Never.
      case revoked
    }

    @inlinable init(_ flags: UInt64, biased: Bool) { self.init(flags) }

    @inlinable @inline(__always)
    func enter() -> Entry { tryEnter() ? .local(()) : .shared }

    @inlinable @inline(__always)
    func leave(_: Void) -> Bool { tryLeave() }

    @inlinable @inline(__always)
    func enterShared() -> Bool { false }

    @inlinable @inline(__always)
    func enterRevoked() -> Bool { false }

    @inlinable @inline(__always)
    func leaveShared() -> Bool { tryLeave() }

    @inlinable @inline(__always)
    func leaveStanding() -> Bool { tryLeave() }
  }
#endif
