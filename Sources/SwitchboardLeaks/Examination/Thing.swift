internal import SwitchboardTracing

/// Something that a run may leave behind and that is counted. A thing is identified by lines, types and labels, not by
/// objects, so that it is the same thing in every run.
package enum Thing: Hashable {
  /// A subscription made at this line.
  case subscription(site: UInt32)
  /// A subscription made at this line that has ended although it, or a part of it, is still in a registry.
  case ended(site: UInt32)
  case owner(OwnerKey)
  case registry(RegistryKey)
  /// The values that a registry without a limit keeps.
  case values(RegistryKey)
  /// Registries with more memory than they may have at rest.
  case capacity(RegistryKey)
}

/// The owners of one type that were tracked at one line.
package struct OwnerKey: Hashable {
  var type: String
  var site: TraceSite
}

/// A single registry, or all registries that the code under check makes at one line.
package enum RegistryKey: Hashable {
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
