import CSwitchboardBroadcast
import Synchronization

/// A call of a waitable handler. The calls in progress on a thread form a chain. Lives on the stack of the call.
@safe struct CallInProgress {
  // Sound: `subscription` is only compared, and `outer` is on the same stack, further up.
  let subscription: UnsafeMutableRawPointer
  let outer: UnsafeMutableRawPointer?
}

extension SubscriptionNode {
  /// See ``WaitableSubscription/disposeAndWait()``.
  final func disposeAndWait() {
    require(
      !isRunningOnThisThread,
      "disposeAndWait() cannot wait for the handler that calls it; call dispose() there")
    dispose()
    if state.load(ordering: .acquiring) < Self.oneCall { return }
    switchboard_lot_lock()
    while state.load(ordering: .acquiring) >= Self.oneCall { switchboard_lot_wait() }
    switchboard_lot_unlock()
  }

  /// See ``WaitableSubscription/disposeAndWait()``, the asynchronous form. A task that runs inside the handler may wait
  /// too: the suspension gives the thread back to the handler.
  final func disposeAndSuspend() async {
    dispose()
    if state.load(ordering: .acquiring) < Self.oneCall { return }
    await withCheckedContinuation { continuation in
      let mustWait = SuspendedWaits.shared.withLock { waits in
        // The thread that ends the last call takes this lock after its change of `state`. So that thread either finds
        // the continuation or has changed `state` before this load.
        if state.load(ordering: .acquiring) < Self.oneCall { return false }
        waits[ObjectIdentifier(self), default: []].append(continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Whether the current thread is inside this subscription's handler. Only waitable subscriptions know this.
  /// O(waitable handlers that this thread is inside of).
  final var isRunningOnThisThread: Bool {
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    var call = unsafe switchboard_innermost_call()
    while let current = unsafe call?.assumingMemoryBound(to: CallInProgress.self) {
      if unsafe current.pointee.subscription == this { return true }
      unsafe call = unsafe current.pointee.outer
    }
    return false
  }

  /// Runs `call` if the subscription is active. ``disposeAndWait()`` sees the call for as long as it runs.
  ///
  /// One exchange both checks that the subscription is active and counts the call, so the subscription cannot end
  /// between the two. That exchange costs about 5 ns per delivery, which is why being waitable is an option.
  @usableFromInline @inline(never)
  final func runWaitably(_ call: () -> Void) {
    var seen = state.load(ordering: .relaxed)
    while true {
      if seen & Self.active == 0 { return }
      let (exchanged, original) = state.compareExchange(
        expected: seen, desired: seen &+ Self.oneCall, ordering: .acquiring)
      if exchanged { break }
      seen = original
    }
    let outer = unsafe switchboard_innermost_call()
    var frame = unsafe CallInProgress(subscription: Unmanaged.passUnretained(self).toOpaque(), outer: outer)
    unsafe withUnsafeMutablePointer(to: &frame) { frame in
      unsafe switchboard_set_innermost_call(frame)
      call()
      unsafe switchboard_set_innermost_call(outer)
    }
    let left = state.subtract(Self.oneCall, ordering: .acquiringAndReleasing).newValue
    if left == Self.waitable { wakeWaits() }
  }

  /// Wakes what waits for the end of the last call.
  private final func wakeWaits() {
    switchboard_lot_wake_all()
    let continuations = SuspendedWaits.shared.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
    for continuation in continuations ?? [] { continuation.resume() }
  }
}

/// The tasks that are suspended in `disposeAndWait()`, by the address of the node. A suspended task keeps its node
/// alive, so no later object has that address meanwhile.
private enum SuspendedWaits {
  static let shared = Lock<[ObjectIdentifier: [CheckedContinuation<Void, Never>]]>([:])
}
