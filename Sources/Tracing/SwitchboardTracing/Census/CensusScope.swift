internal import CSwitchboardTracing

/// The subscriptions that the code under a leak check makes.
///
/// Tasks that the code starts count too, but not detached tasks. Threads, dispatch queues and detached tasks count only
/// while they run `CensusScope.$current.withValue(scope) { … }`.
package final class CensusScope: @unchecked Sendable {
  // Sound: `entries`, `objects` and `registries` are accessed only under the recorder's lock; all else is constant.

  @TaskLocal package static var current: CensusScope?

  package let number = switchboard_trace_new_registry()
  private var entries: [Entry] = []
  private var objects: [MadeObject] = []
  /// The numbers of the registries that the code subscribed to, or gave values to keep.
  private var registries: Set<UInt32> = []

  /// What receives the values of a subscription, if not closures that were passed to a subscribe call.
  package enum Form: String, Codable, Sendable {
    case binding
    /// An observer or a subject.
    case feed
    case connection
    case execution
    /// A task.
    case reader
  }

  private struct Entry {
    weak var subscription: AnyObject?
    weak var owner: AnyObject?
    var ownerType: (any AnyObject.Type)?
    var id: UInt64
    var site: UInt32
    var label: UInt32
    var form: Form?
  }

  /// An object that the code made and that is neither a registry nor a subscription, such as a command.
  package struct MadeObject {
    private weak var object: AnyObject?
    package let site: UInt32
    /// The number of the label of the object's type; see ``TraceNames``.
    package let type: UInt32
    package let name: String?

    init(_ object: AnyObject, site: UInt32, type: UInt32, name: String?) {
      (self.object, self.site, self.type, self.name) = (object, site, type, name)
    }

    /// Whether the object is alive. Do not read this under a lock, because the release of the loaded reference may be
    /// the last.
    package var isAlive: Bool { object != nil }
  }

  /// A recorded subscription whose object still exists.
  package struct Found {
    package var subscription: AnyObject
    /// Nil if the subscription was made without an owner, or if the owner has been deallocated.
    package var owner: AnyObject?
    /// Nil if the subscription was made without an owner.
    package var ownerType: (any AnyObject.Type)?
    package var id: UInt64
    package var site: UInt32
    /// The number of the label of the signal or registry that was subscribed to.
    package var label: UInt32
    package var form: Form?
  }

  /// Opens the scope. While any scope is open, every subscribe call in the process looks up its scope, about 15 ns
  /// each.
  package init() { switchboard_census_scope_opened() }

  /// Closes the scope. Subscribe calls stop looking up their scope when the last scope is closed.
  package func close() { switchboard_census_scope_closed() }

  /// Records a subscription, which the scope references weakly. O(1) amortised.
  package func record(_ subscription: AnyObject, id: UInt64, site: UInt32, label: UInt32) {
    let entry = Entry(subscription: subscription, id: id, site: site, label: label)
    switchboard_trace_lock()
    entries.append(entry)
    switchboard_trace_unlock()
  }

  /// Records an object that the code made, which the scope references weakly. O(1) amortised.
  package func record(made object: AnyObject, site: UInt32, type: UInt32, name: String?) {
    let made = MadeObject(object, site: site, type: type, name: name)
    switchboard_trace_lock()
    objects.append(made)
    switchboard_trace_unlock()
  }

  /// Records a registry that the code subscribed to, or gave values to keep. O(1) amortised.
  package func record(registry: UInt32) {
    switchboard_trace_lock()
    registries.insert(registry)
    switchboard_trace_unlock()
  }

  /// Records that the subscription `id`, which was recorded recently, belongs to `owner`.
  package func record(owner: AnyObject, of id: UInt64) {
    change(id) { entry in
      entry.owner = owner
      entry.ownerType = type(of: owner)
    }
  }

  /// Records the form of the subscription `id`, which was recorded recently.
  package func record(form: Form, of id: UInt64) { change(id) { $0.form = form } }

  private func change(_ id: UInt64, _ body: (inout Entry) -> Void) {
    switchboard_trace_lock()
    if let index = entries.lastIndex(where: { $0.id == id }) { body(&entries[index]) }
    switchboard_trace_unlock()
  }

  /// Returns the subscriptions recorded since the last call whose objects still exist. O(recorded).
  package func takeRecorded() -> [Found] {
    switchboard_trace_lock()
    var taken: [Entry] = []
    swap(&taken, &entries)
    switchboard_trace_unlock()
    // Without the lock: a reference loaded from a weak one may become the last reference, and its release may then run
    // a deinit.
    return taken.compactMap { entry in
      entry.subscription.map {
        Found(
          subscription: $0, owner: entry.owner, ownerType: entry.ownerType, id: entry.id, site: entry.site,
          label: entry.label, form: entry.form)
      }
    }
  }

  /// Returns the objects recorded since the last call. O(1).
  package func takeObjects() -> [MadeObject] {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    var taken: [MadeObject] = []
    swap(&taken, &objects)
    return taken
  }

  /// Whether an object recorded since the last ``takeObjects()`` is alive. O(objects).
  package var hasLiveObjects: Bool {
    switchboard_trace_lock()
    let objects = objects
    switchboard_trace_unlock()
    return objects.contains(where: \.isAlive)
  }

  package var recordedRegistries: Set<UInt32> {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return registries
  }
}
