/// What another module of this package keeps with a bus. `SwitchboardLink` has the only class.
package protocol BusAttachment: AnyObject, Sendable {
  /// Called after each new subscription of the bus, on the subscribing thread, while ``BusCore/watchers`` is not 0. The
  /// subscription may not have joined its audience yet.
  func subscriptionCame()
}

extension BusCore {
  @usableFromInline
  func tellAttachment() { attachment.withLock { $0 }?.subscriptionCame() }
}
