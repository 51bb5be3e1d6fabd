/// The place of a subscription in a registry.
open class RegistryNode: SubscriptionNode, @unchecked Sendable {
  // Sound: `links` is touched only under the registry's lock, or before publication. `registry` is constant.

  @usableFromInline final let registry: Registry
  /// The node's place in the storage, here so that a removal need not search.
  @safe @exclusivity(unchecked) @usableFromInline final var links = SubscriberStorage.unlinked
  /// Whether the storage holds this node. Guarded by the lock.
  @safe @exclusivity(unchecked) @usableFromInline final var isLinked = false
  /// Whether the subscription was made after the end and gets its replay outside of a delivery. No delivery delays
  /// the release of its handler then, so the code that runs the replay releases the handler. Guarded by the lock.
  @safe @exclusivity(unchecked) @usableFromInline package final var isLate = false

  @inlinable init(_ registry: Registry, waitable: Bool) {
    self.registry = registry
    super.init(waitable: waitable)
  }

  public final override func detach() { registry.remove(self) }

  #if Inspector
    @usableFromInline final override var registryOfNode: Registry? { registry }
  #endif
}
