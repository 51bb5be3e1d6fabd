internal import CSwitchboardBroadcast
internal import SwitchboardBroadcast
internal import SwitchboardTracing

/// Something that a run may leave behind and that is counted. An item is identified by lines and types, not by objects,
/// so that it is the same item in every run. Names are no part of it, because programs make names at run time.
package enum CountedItem: Hashable {
  /// A subscription made at this line.
  case subscription(site: UInt32)
  /// A subscription made at this line that has ended although it, or a part of it, is still in a registry.
  case ended(site: UInt32)
  case owner(OwnerKey)
  case registry(RegistryKey)
  /// An object that is no registry. If it has registries, they are made in the same line, and are not counted beside
  /// the object.
  case object(RegistryKey)
  /// The values that are kept without a limit, and were written at one line; 0 if that line is unknown.
  case values(RegistryKey, written: UInt32)
  /// Registries with more memory than they may have at rest.
  case capacity(RegistryKey)
}

/// The owners of one type that were tracked at one line.
package struct OwnerKey: Hashable {
  var type: String
  var site: TraceSite
}

/// A single registry or keeper of values, or all that the code under check makes at one line.
package enum RegistryKey: Hashable {
  case number(UInt32, site: UInt32, type: UInt32)
  case made(site: UInt32, type: UInt32)

  init(_ entry: CensusEntry, scope: UInt32) {
    self.init(
      entry.registry, site: entry.site, type: TraceLabels.withoutName(entry.label), isOurs: entry.scope == scope)
  }

  init(_ number: UInt32, site: UInt32, type: UInt32, isOurs: Bool) {
    self = isOurs && site != 0 ? .made(site: site, type: type) : .number(number, site: site, type: type)
  }

  var site: UInt32 {
    switch self {
    case .number(_, let site, _), .made(let site, _): site
    }
  }

  /// The number of the label of the type.
  var type: UInt32 {
    switch self {
    case .number(_, _, let type), .made(_, let type): type
    }
  }

  var typeName: String { TraceNames.label(type).type }
}

/// A subscription that the code under check made and that was still alive after its run.
struct MadeSubscription {
  private(set) weak var subscription: SubscriptionNode?
  private weak var owner: AnyObject?
  private let ownerClass: (any AnyObject.Type)?
  let site: UInt32
  /// The number of the label of the signal or registry that was subscribed to, if it is known.
  let label: UInt32
  let form: CensusScope.Form?
  /// The subscription's id, which grows with each subscription of a thread. Lines with lower ids are named first.
  let id: UInt64

  /// Returns nil if the subscription has ended.
  init?(_ found: CensusScope.Found) {
    guard let subscription = found.subscription as? SubscriptionNode, !subscription.isDisposed else { return nil }
    self.subscription = subscription
    (owner, ownerClass) = (found.owner, found.ownerType)
    (site, label, form, id) = (found.site, found.label, found.form, found.id)
  }

  var isAlive: Bool { subscription.map { !$0.isDisposed } ?? false }

  /// The type of the owner with which the subscription was made.
  var ownerType: String? { ownerClass.map { "\($0)" } }

  /// Whether the subscription was made with an owner that has been deallocated.
  var isOrphan: Bool { ownerClass != nil && owner == nil }
}

/// An object that must be deallocated at the end of a run.
struct TrackedOwner: @unchecked Sendable {
  // Sound: the owner is only tested for being alive.
  private weak var owner: AnyObject?
  let key: OwnerKey

  init(_ owner: AnyObject, _ key: OwnerKey) { (self.owner, self.key) = (owner, key) }

  /// Whether the owner is alive. Do not read this under a lock: loading a weak reference can yield the last strong
  /// reference, and its release runs the owner's deinit, which is user code (promise R4).
  var isAlive: Bool { owner != nil }
}

extension [TrackedOwner] {
  /// Returns the owners that are alive for good. Another thread may hold an owner for a moment: a delivery to a weak
  /// owner, or a search for deallocated owners.
  func confirmedAlive() -> [TrackedOwner] {
    var alive = filter(\.isAlive)
    var looks = 1
    while !alive.isEmpty, looks < 100 {
      switchboard_yield()
      alive.removeAll { !$0.isAlive }
      looks += 1
    }
    return alive
  }
}
