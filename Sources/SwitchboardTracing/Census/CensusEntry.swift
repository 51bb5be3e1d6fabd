/// One registry, as the census found it.
package struct CensusEntry: Sendable {
  /// Its number, as in ``TraceRecord/registry``.
  package var registry: UInt32
  /// What it is called: see ``TraceNames``.
  package var label: UInt32
  /// Where it was made; 0 if it is a part of something else.
  package var site: UInt32
  /// The leak check whose code made it; 0: none.
  package var scope: UInt32
  /// Subscriptions in its storage, its owner's own not counted.
  package var count: Int
  package var capacity: Int
  /// What the capacity may be at rest (R10).
  package var capacityLimit: Int
  /// Values that it keeps for replay, and at most how many; nil if that cannot be told now, because a delivery is in
  /// progress.
  package var values: Int?
  package var valueLimit: Int
  /// Whether a delivery is in progress.
  package var isBusy: Bool

  package init(
    registry: UInt32, label: UInt32, site: UInt32, scope: UInt32, count: Int, capacity: Int,
    capacityLimit: Int, values: Int?, valueLimit: Int, isBusy: Bool
  ) {
    self.registry = registry
    self.label = label
    self.site = site
    self.scope = scope
    self.count = count
    self.capacity = capacity
    self.capacityLimit = capacityLimit
    self.values = values
    self.valueLimit = valueLimit
    self.isBusy = isBusy
  }
}

/// One subscription in a registry's storage.
package struct CensusPlace: Sendable {
  package var subscription: UInt64
  package var site: UInt32
  /// The leak check whose code subscribed; 0: none.
  package var scope: UInt32
  /// Whether it belongs to a chain of operators, which was subscribed at `site`.
  package var isIndirect: Bool
  /// Ended, and yet still there.
  package var isDisposed: Bool

  package init(subscription: UInt64, site: UInt32, scope: UInt32, isIndirect: Bool, isDisposed: Bool) {
    self.subscription = subscription
    self.site = site
    self.scope = scope
    self.isIndirect = isIndirect
    self.isDisposed = isDisposed
  }
}
