internal import CSwitchboardTracing

/// What a leak check knows of the subscriptions that its code makes: tasks that the code starts included, threads and
/// dispatch queues not, unless they run `CensusScope.$current.withValue(scope) { … }`.
package final class CensusScope: @unchecked Sendable {
  // Sound: `entries` and `registries` are touched only under the recorder's lock, the rest is constant.

  @TaskLocal package static var current: CensusScope?

  package let number = switchboard_trace_new_registry()
  private var entries: [Entry] = []
  /// Registries that the code subscribed to, or gave values to keep.
  private var registries: Set<UInt32> = []

  private struct Entry {
    weak var subscription: AnyObject?
    weak var owner: AnyObject?
    var ownerType: (any AnyObject.Type)?
    var id: UInt64
    var site: UInt32
    var label: UInt32
  }

  /// A subscription that is still there.
  package struct Found {
    package var subscription: AnyObject
    /// Nil if it was made without an owner, or its owner is gone.
    package var owner: AnyObject?
    /// Nil if it was made without an owner.
    package var ownerType: (any AnyObject.Type)?
    package var id: UInt64
    package var site: UInt32
    /// What it was subscribed to is called.
    package var label: UInt32
  }

  /// From now on whoever subscribes looks whether it belongs to a scope: about 15 ns each, for all of the process.
  package init() { switchboard_census_scope_opened() }

  package func close() { switchboard_census_scope_closed() }

  /// O(1) amortised; a weak reference.
  package func note(_ subscription: AnyObject, id: UInt64, site: UInt32, label: UInt32) {
    let entry = Entry(subscription: subscription, id: id, site: site, label: label)
    switchboard_trace_lock()
    entries.append(entry)
    switchboard_trace_unlock()
  }

  /// O(1) amortised.
  package func note(registry: UInt32) {
    switchboard_trace_lock()
    registries.insert(registry)
    switchboard_trace_unlock()
  }

  /// The subscription `id`, which was noted lately, belongs to `owner`.
  package func note(owner: AnyObject, of id: UInt64) {
    switchboard_trace_lock()
    if let index = entries.lastIndex(where: { $0.id == id }) {
      entries[index].owner = owner
      entries[index].ownerType = type(of: owner)
    }
    switchboard_trace_unlock()
  }

  /// The subscriptions noted since the last call whose objects still exist. O(noted).
  package func takeNoted() -> [Found] {
    switchboard_trace_lock()
    var taken: [Entry] = []
    swap(&taken, &entries)
    switchboard_trace_unlock()
    // With no lock: whoever looks at a weak reference may be the last to let go of what it finds.
    return taken.compactMap { entry in
      entry.subscription.map {
        Found(
          subscription: $0, owner: entry.owner, ownerType: entry.ownerType, id: entry.id, site: entry.site,
          label: entry.label)
      }
    }
  }

  package var notedRegistries: Set<UInt32> {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return registries
  }
}
