public import SwitchboardBroadcast
import Synchronization

/// One subscription to an operator that joins a fixed number of sources: `merge`, `combineLatest` or `zip`. Counts the
/// sources that may still send.
///
/// ```
/// Chain ──strong──▶ SourceBranch ──strong──▶ Join
/// sources' sinks ──strong──▶ Observer, SourceBranch
/// ```
/// A join keeps neither the chain nor the observer alive. So all of these objects are deallocated if every source has
/// released its sink.
@usableFromInline
class Join: @unchecked Sendable {
  // Sound: the properties are constant or atomic. What a subclass adds is guarded by the lock of `registry`.

  /// The registry of the observer that the sources send to.
  @usableFromInline final let registry: Registry
  private let running: Atomic<Int>
  private let hasLost = Atomic<Bool>(false)
  private weak let chain: Chain?
  /// Removing a branch is O(members) in a chain, but not in a composite.
  private let crowd: CompositeDisposable?

  @usableFromInline
  init(_ count: Int, _ registry: Registry, _ chain: Chain) {
    (self.registry, self.chain) = (registry, chain)
    running = Atomic(count)
    crowd = count > 8 ? CompositeDisposable() : nil
    if let crowd { chain.add(crowd) }
  }

  /// Makes the branch of a source. Returns nil if the subscription has ended.
  @usableFromInline
  final func branch(_ number: Int = 0) -> SourceBranch? {
    guard let chain, !chain.isDisposed else { return nil }
    let branch = SourceBranch(self, number)
    guard let crowd else {
      chain.add(branch)
      return branch
    }
    Probe.adopted(branch, by: chain)
    crowd.add(branch)
    return branch
  }

  /// Ends and releases a branch whose source has sent a terminal event.
  @usableFromInline
  final func leave(_ branch: SourceBranch) {
    if crowd == nil { chain?.remove(branch) }
    _ = branch.finish()
  }

  /// Counts a source that has ended without a terminal event, also when the chain ends.
  @usableFromInline
  func isLost(_ number: Int) {
    hasLost.store(true, ordering: .releasing)
    if isLast() { end() }
  }

  /// Counts a source that has completed. Returns whether the observer has to complete. If another source has ended
  /// without a terminal event, the last completion ends the chain without an event instead.
  @usableFromInline
  final func isCompleted() -> Bool {
    guard isLast() else { return false }
    if !hasLost.load(ordering: .acquiring) { return true }
    end()
    return false
  }

  /// Counts a source that sends no more. Returns whether this source was the last.
  private func isLast() -> Bool { running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

  /// Ends the chain without an event, after the events that the observer has accepted. An observer that is gone has
  /// ended the chain.
  @usableFromInline
  final func end() {
    guard let chain, !chain.isDisposed else { return }
    registry.terminate(.ended, { [weak chain] _ in chain?.dispose() }, fileID: #fileID, line: #line)
  }
}

/// The branch of one source of a ``Join``.
@usableFromInline
final class SourceBranch: Chain, @unchecked Sendable {
  // Sound: the properties that this class adds are constant.
  private let join: Join
  private let number: Int

  init(_ join: Join, _ number: Int) {
    (self.join, self.number) = (join, number)
    super.init()
  }

  @usableFromInline override func detach() { if finish() { join.isLost(number) } }
}
