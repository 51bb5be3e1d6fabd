import SwitchboardBroadcast
import Synchronization

// An inner signal of a flattening has an object that receives its events, and a branch. Many signals end inside their
// subscription, as `just` does, and leave nothing behind. The next signal then gets the same object and branch, and
// costs no allocation.

/// Receives the events of an inner signal of a flattening.
class Inner: @unchecked Sendable {
  // Sound: the properties are constant.
  final let flattening: Flattening
  final let branch: RecycledBranch

  init(_ branch: RecycledBranch, in flattening: Flattening) { (self.branch, self.flattening) = (branch, flattening) }

  /// Takes the terminal event of the signal.
  func end(_ terminal: Terminal) { flattening.end(branch, terminal) }

  /// Connects the signal, whose values go to `observer`, the observer of the flattening.
  // Not inlined: the sink must be released before the caller tests whether this object is uniquely referenced.
  @inline(never)
  final func attach<Value>(_ signal: Signal<Value, any Error>, _ observer: Observer<Value, any Error>) {
    signal.attach(
      Sink(value: { observer.send($0) }, terminal: { self.end($0) }), branch, in: flattening.nested)
  }

  /// Puts this inner, whose signal has ended inside its subscription, into `spare`, if nothing else uses the inner.
  @inline(__always)
  final consuming func recycle(in spare: SerialState<Inner?>) {
    var inner = self
    if !isKnownUniquelyReferenced(&inner) {
      inner.branch.membership.end()
    } else if inner.branch.revive() {
      spare.value = inner
    }
  }
}

extension Flattening {
  /// Makes the branch of an inner signal.
  ///
  /// - Parameter onLoss: Called if the signal ends without a terminal event after its subscription has returned. Must
  ///   not keep the flattening alive. If nil, the signal is counted as lost.
  func recycledBranch(onLoss: (@Sendable (Int) -> Void)? = nil) -> RecycledBranch {
    let branch = RecycledBranch(onLoss: onLoss ?? { [running] in running.isLost($0) })
    Probe.adopted(branch, by: chain)
    return branch
  }

  /// Takes the terminal event of a signal that is not counted as running until its subscription has returned.
  func end(_ branch: RecycledBranch, _ terminal: Terminal) {
    switch branch.progress.exchange(.ended, ordering: .acquiringAndReleasing) {
    case .attaching:
      branch.endWithin()
      // The outer source still runs, so this signal is not the last source. This signal has not been counted as
      // running, and ``hasEndedWithin(_:)`` sees that no count is needed.
      if case .error = terminal { running.send(terminal) }
    case .running:
      _ = branch.finish()
      running.send(terminal)
      leaveIfOneIsLeft()
    case .ended, .lost: break
    }
  }

  /// Counts a signal as running unless it has ended. Returns whether the signal has ended by a terminal event.
  ///
  /// The caller calls this function after attaching the signal, while the outer source runs.
  func hasEndedWithin(_ branch: RecycledBranch) -> Bool {
    if branch.progress.load(ordering: .acquiring) == .attaching {
      running.oneMore()
      if branch.begin() { return false }
      // The signal has ended meanwhile. The outer source still runs, so this signal was not the last source.
      _ = running.oneLess()
    }
    if branch.progress.load(ordering: .acquiring) == .ended { return true }
    running.noteLoss()
    return false
  }
}

/// The branch of a signal that may be recycled.
final class RecycledBranch: Branch, @unchecked Sendable {
  // Sound: every property that this class adds is atomic or constant; see also `place`.

  enum Progress: UInt8, AtomicRepresentable {
    /// The subscription to the signal has not returned.
    case attaching
    case running
    /// The signal has ended by a terminal event, or was dropped.
    case ended
    /// The signal has ended without a terminal event.
    case lost
  }

  let progress = Atomic<Progress>(.attaching)
  /// The ``InnerPlace`` of the signal, if it is a flattening, until the flattening takes it. Sound: set and taken by
  /// the thread that attaches the signal.
  @safe @exclusivity(unchecked) var place: InnerPlace?

  override func takePlace() -> InnerPlace? { place.take() }

  /// The bit of the state that says that the signal has handed the branch over to a signal inside.
  private static var isHandedOver: UInt32 { 1 << 29 }

  /// Notes that a signal inside sends around the signal of this branch, which is no source of the branch any more.
  func handOver() { _ = mark(Self.isHandedOver) }

  override func abandon() { if !isMarked(Self.isHandedOver) { dispose() } }

  var isRunning: Bool { progress.load(ordering: .acquiring) == .running }

  /// Marks the signal as running. Returns false if the signal has already ended.
  func begin() -> Bool {
    progress.compareExchange(expected: .attaching, desired: .running, ordering: .acquiringAndReleasing).exchanged
  }

  /// Ends the branch inside the subscription of its signal. A source that sends in a loop sees the end and stops. The
  /// branch stays in the bag of the flattening.
  func endWithin() {
    if let state = endFromState(), state & Self.hasUpstream != 0 { disposeUpstream() }
  }

  /// Makes the branch active again, for another signal. Returns false if something had been added to the branch.
  ///
  /// The caller has ended the branch by ``endWithin()``. Code that keeps a chain after the subscription has returned
  /// does so for something that it added to the chain. A branch to which nothing was added is therefore not used by any
  /// other code.
  func revive() -> Bool {
    guard isBlank else {
      membership.end()
      return false
    }
    renew()
    return true
  }

  /// Makes the branch active again, for another signal. The caller has ended the branch, and is its only owner.
  func renew() {
    progress.store(.attaching, ordering: .relaxed)
    reactivate()
  }

  override func detach() {
    guard finish() else { return }
    if progress.exchange(.lost, ordering: .acquiringAndReleasing) == .running { isLost() }
  }
}
