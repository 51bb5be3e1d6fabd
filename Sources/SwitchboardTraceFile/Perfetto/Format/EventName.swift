import SwitchboardTracing

/// What records have in common that are written under one interned name.
struct EventName: Equatable {
  var kind: TraceKind
  var event: TraceEvent
  var isIndirect: Bool
  var label: UInt32
  var site: UInt32
}

extension EventName {
  /// How the dictionary puts it: `send value 3 7`, and `indirect` where it is.
  var definition: String { "\(kind.name) \(event) \(label) \(site)\(isIndirect ? " indirect" : "")" }

  /// Nil if `definition` is none.
  init?(definition: String) {
    let words = definition.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4 || words.count == 5 && words[4] == "indirect",
      let kind = TraceKind(name: String(words[0])), kind != .end,
      let event = TraceEvent.allCases.first(where: { "\($0)" == words[1] }),
      let label = UInt32(words[2]), let site = UInt32(words[3])
    else { return nil }
    self.init(kind: kind, event: event, isIndirect: words.count == 5, label: label, site: site)
  }

  /// What the viewer shows: for a delivery the line that subscribed, for a send what is sent on, and so on.
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
