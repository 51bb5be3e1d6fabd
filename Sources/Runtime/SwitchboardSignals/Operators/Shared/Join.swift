public import SwitchboardBroadcast
import Synchronization

/// Counts the sources of one subscription to an operator that may still send.
///
/// ```
/// Chain ──strong──▶ Branch ──strong──▶ Join
/// sources' sinks ──strong──▶ Observer, Branch
/// ```
/// A join keeps neither the chain nor the observer alive. So all of these objects are deallocated if every source has
/// released its sink.
@usableFromInline
class Join: @unchecked Sendable {
  // Sound: the properties are constant, atomic or in a lock. What a subclass adds is guarded by the lock of `registry`.
  private struct Reference: Sendable { weak var chain: Chain? }

  /// The registry of the observer that the sources send to.
  final let registry: Registry
  private let running: Atomic<Int>
  private let hasLost = Atomic<Bool>(false)
  private let reference: Lock<Reference>
  /// Removing a branch is O(members) in a chain, but not in a composite.
  private let crowd: CompositeDisposable?

  @usableFromInline
  init(_ count: Int, _ registry: Registry, _ chain: Chain) {
    self.registry = registry
    reference = Lock(Reference(chain: chain))
    running = Atomic(count)
    crowd = count > 8 ? CompositeDisposable() : nil
    if let crowd { chain.add(crowd) }
  }

  /// The chain that the sources belong to. A `flatMap` that leaves the way of its last source gives that source to
  /// another chain, and sets this property to the other chain.
  final var chain: Chain? {
    get { reference.withLock { $0.chain } }
    set { reference.withLock { $0.chain = newValue } }
  }

  /// Adds the branch of a source to the chain. Returns nil if the subscription has ended.
  final func branch(_ number: Int = 0) -> Branch? {
    guard let chain, !chain.isDisposed else { return nil }
    let branch = Branch(number) { self.isLost($0) }
    guard let crowd else {
      chain.add(branch)
      return branch
    }
    Probe.adopted(branch, by: chain)
    crowd.add(branch)
    return branch
  }

  /// Ends and releases a branch whose source has sent a terminal event.
  final func leave(_ branch: Branch) {
    if crowd == nil { chain?.remove(branch) }
    _ = branch.finish()
  }

  /// Counts another source. The caller is itself a running source, so the count is not zero.
  @usableFromInline final func oneMore() { running.add(1, ordering: .relaxed) }

  /// Counts a source that sends no more. Returns whether this source was the last.
  @usableFromInline final func oneLess() -> Bool { running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

  /// Notes that a source has ended without a terminal event.
  @usableFromInline final func noteLoss() { hasLost.store(true, ordering: .releasing) }

  /// Whether one source is left, and none has ended without a terminal event.
  @usableFromInline final var hasOneLeft: Bool {
    running.load(ordering: .acquiring) == 1 && !hasLost.load(ordering: .relaxed)
  }

  /// Counts a source that has ended without a terminal event, also when the chain ends.
  @usableFromInline func isLost(_ number: Int = 0) { if oneWasLost() { end() } }

  /// Counts a source that has ended without a terminal event. Returns whether this source was the last.
  final func oneWasLost() -> Bool {
    noteLoss()
    return oneLess()
  }

  /// Counts a source that has completed. Returns whether the observer has to complete. If another source has ended
  /// without a terminal event, the last completion ends the chain without an event instead.
  func isCompleted(_ number: Int = 0) -> Bool {
    guard oneLess() else { return false }
    if !hasLost.load(ordering: .acquiring) { return true }
    end()
    return false
  }

  /// Takes the terminal event of a source. Ends the observer when all sources have completed or one has failed. The
  /// caller keeps the observer alive.
  final func send(_ terminal: Terminal, number: Int = 0) {
    switch terminal {
    case .error: registry.end(terminal)
    case .completed: if isCompleted(number) { registry.end(terminal) }
    }
  }

  /// Ends the chain without an event, after the events that the observer has accepted.
  @usableFromInline
  final func end() {
    guard let chain, !chain.isDisposed else { return }
    registry.terminate(.ended, { [weak chain] _ in chain?.dispose() }, fileID: #fileID, line: #line)
    // A source may release the sink, and with it the observer, before it reports its loss.
    if registry.isAbandoned { chain.dispose() }
  }
}

extension Observer where Failure == any Error {
  /// Takes the terminal event of a source of `join`, whose events go through this observer.
  func send(_ terminal: Terminal, in join: Join, number: Int = 0) {
    join.send(terminal, number: number)
    keepAlive(self)
  }
}
