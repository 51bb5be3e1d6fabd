import CSwitchboardBroadcast
import Synchronization

/// A call of a waitable handler, on its thread's chain of such calls. Lives on the stack of the call.
struct CallInProgress {
  let subscription: UnsafeMutableRawPointer
  let outer: UnsafeMutableRawPointer?
}

extension Subscription {
  /// Ends the subscription, then returns when no call of its handler is running and none can begin (R3).
  ///
  /// What the handler uses may be torn down after the return. Waits only for calls of this handler, on other threads;
  /// two handlers that wait for each other wait forever.
  ///
  /// - Precondition: The subscription was made with `waitable: true`, and the caller is not inside its handler.
  public final func disposeAndWait() {
    require(
      state.load(ordering: .relaxed) & Self.waitable != 0,
      "disposeAndWait() needs a subscription made with subscribe(waitable: true)")
    require(
      !isRunningOnThisThread,
      "disposeAndWait() was called from inside the handler that it would wait for; call dispose() there")
    dispose()
    if state.load(ordering: .acquiring) < Self.oneCall { return }
    switchboard_lot_lock()
    while state.load(ordering: .acquiring) >= Self.oneCall { switchboard_lot_wait() }
    switchboard_lot_unlock()
  }

  /// Whether the current thread is inside this subscription's handler. Known for waitable subscriptions only.
  /// O(waitable handlers that this thread is inside of).
  final var isRunningOnThisThread: Bool {
    let this = Unmanaged.passUnretained(self).toOpaque()
    var call = switchboard_innermost_call()
    while let current = call?.assumingMemoryBound(to: CallInProgress.self) {
      if current.pointee.subscription == this { return true }
      call = current.pointee.outer
    }
    return false
  }

  /// Runs `call` if the subscription is active, visible to ``disposeAndWait()`` for as long as it runs.
  ///
  /// It counts itself in with the same exchange that sees the subscription active, so nothing can slip in between. That
  /// exchange is what makes being waitable an option: it costs about 5 ns per delivery.
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
    let outer = switchboard_innermost_call()
    var frame = CallInProgress(subscription: Unmanaged.passUnretained(self).toOpaque(), outer: outer)
    withUnsafeMutablePointer(to: &frame) { frame in
      switchboard_set_innermost_call(frame)
      call()
      switchboard_set_innermost_call(outer)
    }
    let left = state.subtract(Self.oneCall, ordering: .acquiringAndReleasing).newValue
    if left == Self.waitable { switchboard_lot_wake_all() }
  }
}
