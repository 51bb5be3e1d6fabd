/// One registry, in the state in which the census found it.
package struct CensusEntry: Sendable {
  /// The registry's number, as in ``TraceRecord/registry``.
  package var registry: UInt32
  /// The number of the registry's label; see ``TraceNames``.
  package var label: UInt32
  /// The number of the source line that made the registry; 0 if the registry is a part of another object.
  package var site: UInt32
  /// The number of the leak check whose code made the registry; 0 if there is none.
  package var scope: UInt32
  /// The subscriptions in the registry's storage, without internal subscriptions of the registry's owner.
  package var places: [CensusSubscription]
  package var capacity: Int
  /// The highest capacity that the registry may have at rest (promise R10).
  package var capacityLimit: Int
  /// The number of values that the registry keeps for replay. Nil while a delivery is in progress, because the number
  /// cannot be read then.
  package var values: Int?
  /// The highest number of values that the registry may keep.
  package var valueLimit: Int
  /// Whether a delivery is in progress.
  package var isBusy: Bool
  /// The number of entries that wait until the delivery in progress takes them out of the queue.
  package var queued: Int
  /// The highest number of entries that have waited so.
  package var mostQueued: Int

  package init(
    registry: UInt32, label: UInt32, site: UInt32, scope: UInt32, places: [CensusSubscription], capacity: Int,
    capacityLimit: Int, values: Int?, valueLimit: Int, isBusy: Bool, queued: Int, mostQueued: Int
  ) {
    self.registry = registry
    self.label = label
    self.site = site
    self.scope = scope
    self.places = places
    self.capacity = capacity
    self.capacityLimit = capacityLimit
    self.values = values
    self.valueLimit = valueLimit
    self.isBusy = isBusy
    self.queued = queued
    self.mostQueued = mostQueued
  }
}

/// One subscription in a registry's storage.
package struct CensusSubscription: Sendable {
  package var subscription: UInt64
  package var site: UInt32
  /// The number of the leak check whose code subscribed; 0 if there is none.
  package var scope: UInt32
  /// Whether the subscription belongs to a chain of operators, which was subscribed at `site`.
  package var isIndirect: Bool
  /// Whether the subscription has ended but is still in the storage.
  package var isDisposed: Bool

  package init(subscription: UInt64, site: UInt32, scope: UInt32, isIndirect: Bool, isDisposed: Bool) {
    self.subscription = subscription
    self.site = site
    self.scope = scope
    self.isIndirect = isIndirect
    self.isDisposed = isDisposed
  }
}
