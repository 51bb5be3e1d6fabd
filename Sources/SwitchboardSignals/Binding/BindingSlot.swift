import SwitchboardBroadcast

/// The one binding that a target takes at a time.
final class BindingSlot: Sendable {
  private struct Holder {
    weak var binding: Subscription?
  }

  private let holder = Lock(Holder())

  /// Takes the place for `binding`. False if another has it that has not ended.
  func take(for binding: Subscription) -> Bool {
    let (isTaken, other) = holder.withLock { holder -> (Bool, Subscription?) in
      // Returned, because the last to let go of a subscription releases what it holds.
      let other = holder.binding
      if other?.isDisposed == false { return (false, other) }
      holder.binding = binding
      return (true, other)
    }
    withExtendedLifetime(other) {}
    return isTaken
  }
}
