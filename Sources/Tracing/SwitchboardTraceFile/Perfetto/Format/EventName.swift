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
      let place = site.description
      let file = place.utf8.lastIndex(of: UInt8(ascii: "/")).map { place[$0...].dropFirst() }
      return "\(file ?? place[...])\(suffix)"
    default: return (label.isEmpty ? kind.name : "\(kind.name) \(label)") + suffix + (isIndirect ? " (chain)" : "")
    }
  }
}

/// A table that numbers event names, from 1, in the order of their first use. O(1), and no allocation for a known name.
struct EventNameTable {
  private struct Slot {
    var symbols: UInt64
    var rest: UInt32
    /// The number of the name; 0 if the slot is free.
    var number: UInt32
  }

  private var slots = [Slot](repeating: Slot(symbols: 0, rest: 0, number: 0), count: 64)
  private(set) var count = 0

  /// Returns the number of `name`, and whether the name is new.
  mutating func number(of name: EventName) -> (number: UInt32, isNew: Bool) {
    let symbols = UInt64(name.label) << 32 | UInt64(name.site)
    let rest = UInt32(name.kind.rawValue) << 16 | UInt32(name.event.rawValue) << 8 | (name.isIndirect ? 1 : 0)
    var place = Self.hash(symbols, rest) & (slots.count - 1)
    while slots[place].number != 0 {
      if slots[place].symbols == symbols && slots[place].rest == rest { return (slots[place].number, false) }
      place = (place + 1) & (slots.count - 1)
    }
    count += 1
    let slot = Slot(symbols: symbols, rest: rest, number: UInt32(truncatingIfNeeded: count))
    slots[place] = slot
    if count * 2 > slots.count { grow() }
    return (slot.number, true)
  }

  private static func hash(_ symbols: UInt64, _ rest: UInt32) -> Int {
    let mixed = (symbols ^ UInt64(rest) << 20) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32)
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(symbols: 0, rest: 0, number: 0), count: old.count * 2)
    for slot in old where slot.number != 0 {
      var place = Self.hash(slot.symbols, slot.rest) & (slots.count - 1)
      while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }
}
