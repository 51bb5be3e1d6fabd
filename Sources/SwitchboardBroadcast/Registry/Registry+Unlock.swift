/// The other half of the lock: giving it back, and releasing what no delivery can see any more.
///
/// Why releasing is safe: a node leaves its slot or list before it is retired, so only walkers that are already inside
/// can still reach it. They belong to the phase of then or to the one before. Once nobody is left in the other phase,
/// what waited for it is released, the fresh garbage takes its place, and new walkers join the other phase; so dispatches that
/// overlap for ever delay the release by two phases at most, and starve nothing.
extension Registry where Storage: ~Copyable {
  /// Gives the lock back and, in the same exchange, enters or leaves a delivery.
  ///
  /// - Parameters:
  ///   - enter: A walker to add to the word.
  ///   - leave: A walker to take out of it.
  ///   - standing: A walker that is the caller and holds no node right now.
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
      // Walkers who may still see garbage. They only get fewer; if one left since, the release fails and we look again,
      // so garbage cannot be stranded.
      let walkers = (seen & StateWord.walkers) &- leave &- standing
      let current = flags & StateWord.phase == 0 ? StateWord.walkers0 : StateWord.walkers1
      if walkers == 0 {
        released.take(&waiting)
        released.take(&fresh)
        // A serial registry's fast path needs the word to return to where it began.
        flags &= ~(StateWord.phase | StateWord.garbage)
        storage.settle(retired: &released)
      } else {
        // Until somebody is alone, though all may be released before: then the storage is still to be settled.
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
    // What other threads have disposed may be released here: not the doing of an update's closure that sends.
    UpdateScope.runForeign { released.release() }
  }
}
