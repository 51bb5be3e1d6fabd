/// Giving the lock back, and releasing what no delivery can see any more.
///
/// Why releasing is safe: a node leaves its slot or list before it is retired, so only walkers that are already inside
/// can still reach it. Such a walker began in the phase in which the node is retired, or in the phase before. When the
/// other phase has no walker left, the registry releases `waiting`, moves `fresh` to `waiting`, and lets new walkers
/// join the other phase. So dispatches that overlap without end delay a release by two phases at most, and starve
/// nothing.
extension Registry where Storage: ~Copyable {
  /// Gives the lock back and, in the same exchange, enters or leaves a delivery.
  ///
  /// - Parameters:
  ///   - enter: A walker to add to the word.
  ///   - leave: A walker to take out of the word.
  ///   - standing: The caller's own walker, if the caller is a delivery that holds no node right now.
  @inlinable @inline(__always)
  final func unlock(enter: UInt64 = 0, leave: UInt64 = 0, standing: UInt64 = 0) {
    guard fresh.isEmpty && waiting.isEmpty && flags & StateWord.garbage == 0 else {
      return unlockAndReclaim(enter: enter, leave: leave, standing: standing)
    }
    var seen = word.held
    while !word.release(&seen, to: (seen & StateWord.walkers) &+ enter &- leave | flags) {}
  }

  @inlinable @inline(never)
  final func unlockAndReclaim(enter: UInt64, leave: UInt64, standing: UInt64) {
    var released = Retired<Storage>()
    var seen = word.held
    while true {
      // The walkers that may still see garbage. Their number only falls. If a walker left since `seen` was read, the
      // release below fails and the loop looks again, so no garbage is left behind.
      let walkers = (seen & StateWord.walkers) &- leave &- standing
      let current = flags & StateWord.phase == 0 ? StateWord.walkers0 : StateWord.walkers1
      if walkers == 0 {
        released.take(&waiting)
        released.take(&fresh)
        // A serial registry's fast path needs the word to return to where it began.
        flags &= ~(StateWord.phase | StateWord.garbage)
        storage.compact(retired: &released)
      } else {
        // `garbage` stays set until no walker but the caller is left, even if all garbage is released earlier: the
        // storage is compacted only then.
        flags |= StateWord.garbage
        if walkers & ~current == 0 {
          released.take(&waiting)
          if standing == 0, !fresh.isEmpty {
            waiting.take(&fresh)
            flags ^= StateWord.phase
          }
        }
      }
      let desired = (seen & StateWord.walkers) &+ enter &- leave | flags
      if word.release(&seen, to: desired) { break }
    }
    // Other threads may have disposed what is released here. An update whose closure sends on this thread did not cause
    // these deinits.
    UpdateScope.runForeign { released.release() }
  }
}
