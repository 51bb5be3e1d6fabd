internal import SwitchboardTracing

/// The names that golden text gives to registries, source lines, subscriptions, threads and waiting work, so that two
/// runs of a program agree. A name contains a number among the names with the same label, file or source line. So one
/// more object changes few names.
///
/// Memory grows with what is alive, and with distinct labels and source lines.
struct GoldenNames {
  /// The modules whose lines mean nothing to the user.
  private static let ownModules = Set(
    [
      "Boards", "Broadcast", "Bus", "Combine", "Foundation", "Link", "Logging", "Metrics", "NATS", "Signals", "Testing",
      "VirtualTime",
    ].map { "Switchboard\($0)/" })

  /// The lines that have names, in the order of the numbers in the names.
  private(set) var lines: [(name: String, site: TraceSite)] = []
  private var sites = Numbering<UInt32>()
  private var threads: [UInt32: Int] = [:]
  private var registries = Numbering<UInt32>()
  private var subscriptions = Numbering<UInt64>()
  private var waiting = Numbering<UInt64>()

  mutating func thread(_ number: UInt32) -> String {
    let known = threads[number]
    let own = known ?? threads.count + 1
    if known == nil { threads[number] = own }
    return "t\(own)"
  }

  /// Returns the name of the record's registry. `ticks#1` is the first registry with the label `ticks`.
  mutating func registry(of record: TraceRecord, _ symbols: TraceSymbols) -> String {
    registries.name(of: record.registry) {
      let label = symbols.label(of: record).description
      return "\(label.isEmpty ? "registry" : printable(label))#"
    }
  }

  /// Whether the registry has a name.
  func knows(registry: UInt32) -> Bool { registries[registry] != nil }

  /// Returns the name of the record's source line. `Form.swift@1` is the first line of that file that is named. Nil if
  /// the line is unknown, or a line of this library.
  mutating func line(of record: TraceRecord, _ symbols: TraceSymbols) -> String? {
    if let name = sites[record.site] { return name }
    let site = symbols.site(of: record)
    // The name of what was used, such as `Property.value`.
    if site.line == 0, !site.fileID.isEmpty { return printable(site.fileID) }
    let base = site.fileID.lastIndex(of: "/").map { site.fileID[$0...].dropFirst() } ?? site.fileID[...]
    if base.isEmpty || Self.ownModules.contains(String(site.fileID.dropLast(base.count))) { return nil }
    let name = sites.name(of: record.site) { printable(String(base)) + "@" }
    lines.append((name, site))
    return name
  }

  /// Returns the name of the record's subscription. `Form.swift@1#2` is the second subscription made at that line.
  mutating func subscription(of record: TraceRecord, _ symbols: TraceSymbols) -> String {
    if let name = subscriptions[record.subscription] { return name }
    let line = line(of: record, symbols) ?? "?"
    return subscriptions.name(of: record.subscription) { line + "#" }
  }

  /// Returns the mark of waiting work. `~1` is the first work that waits in that registry, or that left that line for
  /// another thread.
  mutating func waiting(_ record: TraceRecord, at place: String) -> String {
    mark(waiting.name(of: record.flow) { place + "~" })
  }

  /// Returns the mark of the work that continues, such as `~1`, if the trace contains the record that queued or hopped
  /// it.
  mutating func resumed(_ record: TraceRecord) -> String? { waiting.remove(record.flow).map(mark) }

  private func mark(_ name: String) -> String { String(name[(name.lastIndex(of: "~") ?? name.startIndex)...]) }

  mutating func retire(registry: UInt32) { registries.retire(registry) }
  mutating func retire(subscription: UInt64) { subscriptions.retire(subscription) }
}

/// A table of names that consist of a base and a number among the names with the same base.
private struct Numbering<ID: Hashable> {
  private static var graceCount: Int { 1024 }

  private var names: [ID: String] = [:]
  private var counts: [String: Int] = [:]
  /// Ids that have ended. Another thread may still have a record of an ended id, so its name is kept until 1024 more
  /// ids have ended.
  private var retired: [ID] = []
  private var oldest = 0

  subscript(id: ID) -> String? { names[id] }

  mutating func name(of id: ID, _ base: () -> String) -> String {
    if let name = names[id] { return name }
    let base = base()
    let number = counts[base, default: 0] + 1
    counts[base] = number
    let name = "\(base)\(number)"
    names[id] = name
    return name
  }

  mutating func remove(_ id: ID) -> String? { names.removeValue(forKey: id) }

  mutating func retire(_ id: ID) {
    guard retired.count == Self.graceCount else { return retired.append(id) }
    names[retired[oldest]] = nil
    retired[oldest] = id
    oldest = (oldest + 1) % Self.graceCount
  }
}
