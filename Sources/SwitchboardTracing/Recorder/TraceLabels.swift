internal import CSwitchboardTracing

/// The labels of registries and signals in this process, by number. The table keeps each label until the process ends;
/// the table has as many entries as the program has different labels.
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

  // Sound: accessed only under the recorder's lock.
  @safe private nonisolated(unsafe) static var table = Table()

  /// The first number that does not fit into the 24 bits that a record has for a label.
  private static let limit = 1 << 24

  /// Returns the number of the label that consists of a type and a name, or 0 once there are 2²⁴ different labels.
  /// O(1); a few instructions if this thread has asked for the type without a name before.
  ///
  /// - Parameter isValue: Whether the name is a value of the program, which inspectors do not show.
  package static func number(of type: Any.Type?, named name: String?, isValue: Bool = false) -> UInt32 {
    let key = Key(type: type.map { ObjectIdentifier($0) }, name: name)
    let pointer = unsafe name == nil ? type.map { unsafe unsafeBitCast($0, to: UnsafeRawPointer.self) } : nil
    if let pointer = unsafe pointer {
      let cached = unsafe switchboard_trace_cached_label(pointer)
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
    #if Inspector
      if isValue { NamesOfValues.numbers.insert(number) }
    #endif
    switchboard_trace_unlock()
    if let pointer = unsafe pointer, number != 0 { unsafe switchboard_trace_cache_label(pointer, number) }
    return number
  }

  /// Returns the label with number `index`. The caller holds the recorder's lock.
  static func label(_ index: Int) -> TraceLabel {
    let entry = table.entries[index < table.entries.count ? index : 0]
    return TraceLabel(type: entry.type.map { "\($0)" } ?? "", name: entry.name)
  }

  /// Returns the labels from number `first` on. The caller holds the recorder's lock.
  static func labels(from first: Int) -> [TraceLabel] { (first..<max(first, table.entries.count)).map(label) }

  /// The number of labels. The caller holds the recorder's lock.
  static var count: Int { table.entries.count }
}

/// The labels and source lines behind their numbers, also while no session records.
package enum TraceNames {
  /// Returns the label with `number`. O(1).
  package static func label(_ number: UInt32) -> TraceLabel {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return TraceLabels.label(Int(number))
  }

  /// Returns the source line with `number`. O(1).
  package static func site(_ number: UInt32) -> TraceSite {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    guard number < switchboard_trace_site_count() else { return TraceSite(fileID: "", line: 0) }
    var file: UnsafePointer<CChar>?
    var line: UInt32 = 0
    unsafe switchboard_trace_site_at(number, &file, &line)
    return unsafe TraceSite(fileID: file.map { unsafe String(cString: $0) } ?? "", line: line)
  }
}
