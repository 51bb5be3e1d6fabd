import CSwitchboardBroadcast
import Synchronization

/// A call of a waitable handler. The calls in progress on a thread form a chain. Lives on the stack of the call.
struct CallInProgress {
  let subscription: UnsafeMutableRawPointer
  let outer: UnsafeMutableRawPointer?
}

extension Subscription {
  /// Ends the subscription, then returns when no call of its handler is running and none can begin (promise R3).
  ///
  /// What the handler uses may be torn down after the return. This function waits only for calls of this handler, on
  /// other threads. Two handlers that wait for each other wait forever.
  ///
  /// - Precondition: The subscription was made with `waitable: true`, and the caller is not inside its handler.
  public final func disposeAndWait() {
    require(
      state.load(ordering: .relaxed) & Self.waitable != 0,
      "disposeAndWait() needs a subscription made with subscribe(waitable: true)")
    require(
      !isRunningOnThisThread,
      "disposeAndWait() cannot wait for the handler that calls it; call dispose() there")
    dispose()
    if state.load(ordering: .acquiring) < Self.oneCall { return }
    switchboard_lot_lock()
    while state.load(ordering: .acquiring) >= Self.oneCall { switchboard_lot_wait() }
    switchboard_lot_unlock()
  }

  /// Whether the current thread is inside this subscription's handler. Only waitable subscriptions know this.
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
