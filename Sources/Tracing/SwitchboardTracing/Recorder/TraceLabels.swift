internal import CSwitchboardTracing

/// The labels of registries and signals in this process, by number.
package enum TraceLabels {
  // Sound: accessed only under the recorder's lock. Its numbers fit into the 24 bits that a record has for a label.
  @safe private nonisolated(unsafe) static var table = LabelTable(named: 1 << 20..<1 << 24)

  /// Whether each object gets a name that no other has. For tests of what must not depend on names.
  @TaskLocal package static var variesNames = false
  // Sound: accessed only under the recorder's lock.
  @safe private nonisolated(unsafe) static var variations = 0

  /// How many names that nothing uses stay at least, while no session records and while one does.
  private static let (unusedAtRest, unusedInSession) = (1 << 10, 1 << 16)

  /// Returns the number of the label that consists of a type and a name. Give a number with a name back with
  /// ``giveBack(_:)`` when what it names is gone. O(1) amortised; a few instructions if this thread has asked for the
  /// type without a name before.
  ///
  /// The label has no name while over 7 million names are in use.
  ///
  /// - Parameter isValue: Whether the name is a value of the program, which inspectors do not show.
  package static func number(of type: Any.Type?, named name: String? = nil, isValue: Bool = false) -> UInt32 {
    let pointer = unsafe name == nil ? type.map { unsafe unsafeBitCast($0, to: UnsafeRawPointer.self) } : nil
    if let pointer = unsafe pointer {
      let cached = unsafe switchboard_trace_cached_label(pointer)
      if cached != 0 { return cached }
    }
    switchboard_trace_lock()
    var number = type.map { table.number(of: $0) } ?? 0
    if var name {
      if variesNames {
        variations += 1
        name += " \(variations)"
      }
      // Before the first session and after the last, no record has a number.
      let stamp = { TraceSession.lockedIsActive ? TraceSession.lockedStamp : 0 }
      number = table.take(name, ofType: number, isValue: isValue, stamp: stamp)
    }
    switchboard_trace_unlock()
    if let pointer = unsafe pointer, number != 0 { unsafe switchboard_trace_cache_label(pointer, number) }
    return number
  }

  /// Ends one use of the number's name. Does nothing for a number without a name. O(1) amortised; while a session
  /// records, every 65,536th call looks at all records in rings.
  package static func giveBack(_ number: UInt32) {
    if number < 1 << 20 { return }
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    let kept = TraceSession.lockedIsActive ? unusedInSession : unusedAtRest
    if table.giveBack(number, keeping: kept) {
      table.forget(allBut: kept, and: TraceSession.lockedIsActive ? Ring.labels() : [])
    }
  }

  /// Called when a session begins. The caller holds the recorder's lock.
  static func sessionBegan() { table.restartCircle() }

  /// Forgets the names that were kept for a session. The caller holds the recorder's lock.
  static func sessionEnded() { table.forget(allBut: unusedAtRest) }

  /// Calls `body` with the labels. The caller holds the recorder's lock.
  static func withTable<Result>(_ body: (LabelTable) -> Result) -> Result { body(table) }

  /// Returns the number of the label without the name. O(1).
  package static func withoutName(_ number: UInt32) -> UInt32 { look { $0.withoutName(number) } }

  /// The number of names, with those that nothing uses.
  package static var nameCount: Int { look { $0.nameCount } }

  fileprivate static func look<Result>(_ body: (LabelTable) -> Result) -> Result {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return body(table)
  }
}

/// The labels and source lines behind their numbers, also while no session records.
package enum TraceNames {
  /// Returns the label with `number`, which is empty if its name has been forgotten. O(1).
  package static func label(_ number: UInt32) -> TraceLabel {
    TraceLabels.look { $0.label(number) } ?? TraceLabel(type: "", name: nil)
  }

  /// Also returns whether the label's name is a value of the program, which inspectors do not show. O(1).
  package static func labelAndKind(_ number: UInt32) -> (label: TraceLabel, isValue: Bool) {
    TraceLabels.look { ($0.label(number) ?? TraceLabel(type: "", name: nil), $0.isValue(number)) }
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
