public import SwitchboardBroadcast

extension BoardCore {
  /// Writes the value, and delivers the change to the subscribers. If `exchanged` is nil, removes the value.
  /// `exchanged` becomes the old value.
  ///
  /// - Parameter version: The version that the value must have, or nil to accept any version.
  /// - Returns: `written` or `outdated`. If a feed was retired meanwhile, the write looks the entry up again.
  @inlinable
  func write<Value>(
    _ exchanged: inout Value?, _ key: BoardKey<Value>, expecting version: UInt64? = nil, fileID: StaticString,
    line: UInt32
  ) -> WriteOutcome {
    while true {
      var garbage: AnyEntry?
      var namesake: AnyEntry?
      var outcome = WriteOutcome.written
      let feed = withTable(key.hash) { table -> Feed<Value>? in
        guard let entry = table.entry(of: key) else {
          if exchanged == nil || key.retention == .whileSubscribed { return nil }
          let made = requireEntry(key, &table, &namesake)
          #if Tracing
            if let made { Probe.wrote(&made.made, fileID, line) }
          #endif
          made?.exchange(&exchanged)
          return nil
        }
        #if Tracing
          if exchanged != nil { Probe.wrote(&entry.made, fileID, line) }
        #endif
        if let feed = entry.feed {
          if exchanged != nil { entry.retention = key.retention }
          return feed
        }
        if let version, version != entry.written.number {
          outcome = .outdated(by: entry.written.scope)
          return nil
        }
        if exchanged == nil, entry.value == nil { return nil }
        if exchanged != nil { entry.retention = key.retention }
        entry.exchange(&exchanged)
        if entry.pins == 0, entry.value == nil || entry.retention == .whileSubscribed {
          garbage = table.entries.remove(entry)
        }
        return nil
      }
      keepAlive(garbage)
      if let namesake { report(namesake, Value.self) }
      guard let feed else { return outcome }
      outcome = feed.write(&exchanged, expecting: version, fileID: fileID, line: line)
      if case .retired = outcome { continue }
      return outcome
    }
  }

  /// Returns the value and its version. O(1), one lock, two if the key has a feed.
  @inlinable
  func read<Value>(_ key: BoardKey<Value>) -> VersionedValue<Value?> {
    while true {
      var cell = VersionedValue<Value?>(nil)
      let feed = withTable(key.hash) { table -> Feed<Value>? in
        guard let entry = table.entry(of: key) else { return nil }
        if let feed = entry.feed { return feed }
        cell = entry.cell
        return nil
      }
      guard let feed else { return cell }
      if let cell = feed.read() { return cell }
    }
  }
}
