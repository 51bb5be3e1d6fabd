internal import SwitchboardBroadcast
public import Synchronization

/// The record of how a subscription's task ends: on its own, or because the subscription cancels it. The task keeps
/// this object until it has ended.
@usableFromInline
package final class TaskEnd: Sendable {
  @usableFromInline enum State { @usableFromInline static let running = 0, over = 1, told = 2 }

  @usableFromInline let state = Atomic<Int>(State.running)
  /// The leak check for which the task counts.
  @usableFromInline let check: SignalProbe.Check

  @inlinable init(of chain: Chain) { check = SignalProbe.check(of: chain) }

  #if Tracing
    deinit {
      if check != 0, state.load(ordering: .relaxed) == State.told { Self.count(-1, for: check) }
    }
  #endif

  /// Records that the task has only its last event left to send. From then on the subscription does not cancel the
  /// task, because the handlers run in the task.
  @inlinable func isReached() { _ = state(becomes: State.over) }

  /// Records that the subscription has ended. Returns whether the task must be cancelled.
  @usableFromInline
  func isDemanded() -> Bool {
    guard state(becomes: State.told) else { return false }
    SignalProbe.countTasks(check, 1)
    return true
  }

  @inlinable
  func state(becomes end: Int) -> Bool {
    state.compareExchange(expected: State.running, desired: end, ordering: .relaxed).exchanged
  }

  /// How many tasks of each leak check were told to end and have not ended.
  private static let pending = Lock<[UInt32: Int]>([:])

  @usableFromInline static func count(_ more: Int, for check: UInt32) {
    if check == 0 { return }
    pending.withLock { pending in
      let count = (pending[check] ?? 0) + more
      pending[check] = count == 0 ? nil : count
    }
  }

  /// Returns whether a task of a leak check's subscription was told to end and has not ended yet. Such a task either
  /// runs the work of the subscription or reads its values. A task may never obey.
  package static func arePending(of check: UInt32) -> Bool { pending.withLock { $0[check] } != nil }
}
