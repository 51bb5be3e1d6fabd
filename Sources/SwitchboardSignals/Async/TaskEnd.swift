import SwitchboardBroadcast
public import Synchronization

/// The record of how a subscription's task ends: on its own, or because the subscription cancels it. The task keeps
/// this object until it has ended.
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

  /// Records that the task has only its last event left to send. From then on the subscription does not cancel the
  /// task, because the handlers run in the task.
  @inlinable func isReached() { _ = state(becomes: State.over) }

  /// Records that the subscription has ended. Returns whether the task must be cancelled.
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

  /// Whether a task of a leak check's subscription was told to end and has not ended yet. Such a task either runs the
  /// work of the subscription or reads its values. A task may never obey.
  package static var arePending: Bool { pending.load(ordering: .relaxed) > 0 }
}
