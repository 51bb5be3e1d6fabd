import SwitchboardBroadcast

/// The one binding that a target takes at a time.
final class BindingSlot: Sendable {
  private struct Holder {
    weak var binding: SubscriptionNode?
  }

  private let holder = Lock(Holder())

  /// Takes the slot for `binding`. Returns false if another binding has the slot and has not ended.
  func take(for binding: SubscriptionNode) -> Bool {
    let (isTaken, other) = holder.withLock { holder -> (Bool, SubscriptionNode?) in
      // Returned out of the lock: releasing the last reference to a subscription releases what the subscription holds.
      let other = holder.binding
      if other?.isDisposed == false { return (false, other) }
      holder.binding = binding
      return (true, other)
    }
    withExtendedLifetime(other) {}
    return isTaken
  }
}
