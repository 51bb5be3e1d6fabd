#if os(Linux) && (arch(x86_64) || arch(arm64)) && !SWITCHBOARD_WITHOUT_THREAD_BIAS
  import Synchronization

  /// How many revocations a process pays for: `burst` together, and after them one in each `interval`.
  ///
  /// A revocation costs up to about 12 µs, and a biased send saves about 10 ns. A program that hands its registries
  /// from thread to thread loses some milliseconds with the burst, and then about a thousandth of its time.
  struct RevocationBudget: ~Copyable, Sendable {
    static let burst: Int64 = 1024
    /// In nanoseconds.
    static let interval: Int64 = 10_000_000

    /// The time at which the whole budget is there again.
    private let isWhole = Atomic<Int64>(.min)
    private let isSpent = Atomic<Bool>(false)

    /// Notes a revocation at the time `now`, in nanoseconds.
    func spend(at now: Int64) {
      var old = isWhole.load(ordering: .relaxed)
      while true {
        let new = max(old, now) + Self.interval
        let (exchanged, original) = isWhole.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
        if exchanged {
          if new - now >= Self.burst * Self.interval { isSpent.store(true, ordering: .relaxed) }
          return
        }
        old = original
      }
    }

    /// Returns whether a new registry may become biased. After the budget was spent, a quarter has to be there again,
    /// so that the answer does not change with each revocation.
    func allowsBias(at now: @autoclosure () -> Int64) -> Bool {
      guard isSpent.load(ordering: .relaxed) else { return true }
      let missing = isWhole.load(ordering: .relaxed) - now()
      guard missing <= Self.burst * Self.interval * 3 / 4 else { return false }
      isSpent.store(false, ordering: .relaxed)
      return true
    }
  }
#endif
