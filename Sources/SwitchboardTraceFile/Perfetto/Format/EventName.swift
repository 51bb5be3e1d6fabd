internal import SwitchboardTracing

/// The properties of records that are written under the same interned name.
struct EventName: Equatable {
  var kind: TraceKind
  var event: TraceEvent
  var isIndirect: Bool
  var label: UInt32
  var site: UInt32
}

extension EventName {
  /// The entry in the dictionary: `send value 3 7`, followed by `indirect` if the name is indirect.
  var definition: String { "\(kind.name) \(event) \(label) \(site)\(isIndirect ? " indirect" : "")" }

  // The tables exist because a kind finds its name by reflection, which takes a microsecond.
  private static let kinds = Dictionary(uniqueKeysWithValues: TraceKind.allCases.map { ($0.name[...], $0) })
  private static let events = Dictionary(uniqueKeysWithValues: TraceEvent.allCases.map { ("\($0)"[...], $0) })

  /// Parses a definition. Returns nil if `definition` is not valid.
  init?(definition: String) {
    let words = definition.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4 || words.count == 5 && words[4] == "indirect",
      let kind = Self.kinds[words[0]], kind != .end,
      let event = Self.events[words[1]],
      let label = UInt32(words[2]), let site = UInt32(words[3])
    else { return nil }
    self.init(kind: kind, event: event, isIndirect: words.count == 5, label: label, site: site)
  }

  /// Returns the title that the viewer shows: for a delivery the line that subscribed, for a send the label of its
  /// registry, otherwise the kind and the label.
  func title(_ symbols: TraceSymbols) -> String {
    let label = symbols.labels[Int(label)].description
    let suffix = event == .value ? "" : " \(event)"
    switch kind {
    case .send: return (label.isEmpty ? "send" : label) + suffix
    case .deliver:
      let site = symbols.sites[Int(site)]
      guard !site.fileID.isEmpty else { return (label.isEmpty ? "deliver" : label) + suffix }
      let file = site.fileID.utf8.lastIndex(of: UInt8(ascii: "/")).map { site.fileID[$0...].dropFirst() }
      return "\(file ?? site.fileID[...]):\(site.line)\(suffix)"
    default: return (label.isEmpty ? kind.name : "\(kind.name) \(label)") + suffix + (isIndirect ? " (chain)" : "")
    }
  }
}
