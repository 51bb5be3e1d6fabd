import SwitchboardBroadcast
public import Synchronization

/// Whether the task of a subscription comes to its end by itself, or because it is told to. It goes with the task.
@usableFromInline
package final class TaskEnd: Sendable {
  @usableFromInline enum State { @usableFromInline static let running = 0, over = 1, told = 2 }

  @usableFromInline let state = Atomic<Int>(State.running)
  @usableFromInline let isCounted: Bool

  @inlinable
  init(of chain: Chain) {
    var isCounted = false
    isCounted = SignalProbe.isChecked(chain)
    self.isCounted = isCounted
  }

  deinit {
    if isCounted, state.load(ordering: .relaxed) == State.told { Self.count(-1) }
  }

  /// The task has nothing left to do but to send its last event. It is not cancelled any more: handlers run in it.
  @inlinable func isReached() { _ = state(becomes: State.over) }

  /// Returns whether the task has to be cancelled.
  @usableFromInline
  func isDemanded() -> Bool {
    guard state(becomes: State.told) else { return false }
    if isCounted { Self.count(1) }
    return true
  }

  @inlinable
  func state(becomes end: Int) -> Bool {
    state.compareExchange(expected: State.running, desired: end, ordering: .relaxed).exchanged
  }

  private static let pending = Atomic<Int>(0)

  static func count(_ more: Int) { pending.add(more, ordering: .relaxed) }

  /// Whether tasks of leak checks' subscriptions, or such that read them, have been told to end and have not yet. A task may
  /// never obey.
  package static var arePending: Bool { pending.load(ordering: .relaxed) > 0 }
}
