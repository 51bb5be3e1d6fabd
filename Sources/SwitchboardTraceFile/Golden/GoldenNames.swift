internal import SwitchboardTracing

/// The names that golden text gives to registries, subscriptions, threads and waiting work, so that two runs of a
/// program agree. A name contains a number among the names with the same label or source line. So one more object
/// changes few names.
///
/// Memory grows with what is alive, and with distinct labels and source lines.
struct GoldenNames {
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
      return ("\(label.isEmpty ? "registry" : printable(label))#", "")
    }
  }

  /// Returns the name of the record's subscription. `Form/Form.swift:12#1` is the first subscription made at that line.
  /// A prime follows if the subscription is a place within a chain.
  mutating func subscription(of record: TraceRecord, _ symbols: TraceSymbols) -> String {
    subscriptions.name(of: record.subscription) {
      (printable(symbols.site(of: record).description) + "#", record.isIndirect ? "′" : "")
    }
  }

  /// Returns the mark of waiting work. `~1` is the first work that waits in that registry, or that left that line for
  /// another thread.
  mutating func waiting(_ record: TraceRecord, at place: String) -> String {
    mark(waiting.name(of: record.flow) { (place + "~", "") })
  }

  /// Returns the mark of the work that continues, such as `~1`, if the trace contains the record that queued or hopped
  /// it.
  mutating func resumed(_ record: TraceRecord) -> String? { waiting.remove(record.flow).map(mark) }

  private func mark(_ name: String) -> String { String(name[(name.lastIndex(of: "~") ?? name.startIndex)...]) }

  mutating func retire(registry: UInt32) { registries.retire(registry) }
  mutating func retire(subscription: UInt64) { subscriptions.retire(subscription) }
}

/// A table of names that consist of a base, a number among the names with the same base, and an ending.
private struct Numbering<ID: Hashable> {
  private static var graceCount: Int { 1024 }

  private var names: [ID: String] = [:]
  private var counts: [String: Int] = [:]
  /// Ids that have ended. Another thread may still have a record of an ended id, so its name is kept until 1024 more
  /// ids have ended.
  private var retired: [ID] = []
  private var oldest = 0

  mutating func name(of id: ID, _ parts: () -> (base: String, ending: String)) -> String {
    if let name = names[id] { return name }
    let (base, ending) = parts()
    let number = counts[base + ending, default: 0] + 1
    counts[base + ending] = number
    let name = "\(base)\(number)\(ending)"
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
