internal import CSwitchboardTracing

/// The process's names of registries and signals, by number. Kept for as long as the process lives: there are as many as
/// the program has different ones.
package enum TraceLabels {
  private struct Key: Hashable {
    var type: ObjectIdentifier?
    var name: String?
  }

  private struct Entry {
    var type: Any.Type?
    var name: String?
  }

  private struct Table {
    var numbers: [Key: UInt32] = [:]
    var entries: [Entry] = [Entry()]
  }

  // Sound: touched only under the recorder's lock.
  private nonisolated(unsafe) static var table = Table()

  /// More than a record has room for.
  private static let limit = 1 << 24

  /// The number of a type under a name. O(1); a few instructions where this thread has asked for the type without a
  /// name before. 0 once there are 2²⁴ different ones.
  package static func number(of type: Any.Type?, named name: String?) -> UInt32 {
    let key = Key(type: type.map { ObjectIdentifier($0) }, name: name)
    let pointer = name == nil ? type.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } : nil
    if let pointer {
      let cached = switchboard_trace_cached_label(pointer)
      if cached != 0 { return cached }
    }
    switchboard_trace_lock()
    let number: UInt32
    if let known = table.numbers[key] {
      number = known
    } else if table.entries.count < limit {
      number = UInt32(table.entries.count)
      table.entries.append(Entry(type: type, name: name))
      table.numbers[key] = number
    } else {
      number = 0
    }
    switchboard_trace_unlock()
    if let pointer, number != 0 { switchboard_trace_cache_label(pointer, number) }
    return number
  }

  /// The name with number `index`. Under the recorder's lock.
  static func label(_ index: Int) -> TraceLabel {
    let entry = table.entries[index < table.entries.count ? index : 0]
    return TraceLabel(type: entry.type.map { "\($0)" } ?? "", name: entry.name)
  }

  /// The names from number `first` on. Under the recorder's lock.
  static func labels(from first: Int) -> [TraceLabel] { (first..<max(first, table.entries.count)).map(label) }

  /// Under the recorder's lock.
  static var count: Int { table.entries.count }
}
