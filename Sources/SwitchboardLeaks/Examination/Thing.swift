internal import SwitchboardTracing

/// What a run may leave behind, and is counted. The same thing in every run, whatever the objects are.
enum Thing: Hashable {
  /// A subscription made at this line.
  case subscription(site: UInt32)
  /// A subscription made at this line that has ended and is still in its registry, or a part of it is in one.
  case ended(site: UInt32)
  case owner(OwnerKey)
  case registry(RegistryKey)
  /// Values that a registry without a limit keeps.
  case values(RegistryKey)
  /// Registries with more memory than they may have at rest.
  case capacity(RegistryKey)
}

/// Owners of one type that were tracked at one line.
struct OwnerKey: Hashable {
  var type: String
  var site: TraceSite
}

/// A registry that was there before, or those that are made at one line.
enum RegistryKey: Hashable {
  case number(UInt32, site: UInt32, label: UInt32)
  case made(site: UInt32, label: UInt32)

  init(_ entry: CensusEntry, scope: UInt32) {
    self =
      entry.scope == scope && entry.site != 0
      ? .made(site: entry.site, label: entry.label)
      : .number(entry.registry, site: entry.site, label: entry.label)
  }

  var site: UInt32 {
    switch self {
    case .number(_, let site, _), .made(let site, _): site
    }
  }

  var label: UInt32 {
    switch self {
    case .number(_, _, let label), .made(_, let label): label
    }
  }
}
