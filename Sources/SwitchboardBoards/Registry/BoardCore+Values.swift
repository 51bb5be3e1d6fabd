public import SwitchboardBroadcast

extension BoardCore {
  /// The work that is left when the shard's lock has been given back.
  @usableFromInline
  enum Step<Value: Sendable>: Sendable {
    case done
    /// A write to this feed, which holds the value of an subscribed to key.
    case feed(Feed<Value>)
    /// A failure, because the value has another version than expected. See `Feed.Outcome.outdated`.
    case outdated(by: UpdateScope)
  }

  /// Writes the value, and delivers the change to the subscribers. If `exchanged` is nil, removes the value.
  /// `exchanged` becomes the old value.
  ///
  /// - Parameter version: The version that the value must have, or nil to accept any version.
  /// - Returns: `done` or `outdated`.
  @inlinable
  func write<Value>(
    _ exchanged: inout Value?, _ key: BoardKey<Value>, expecting version: UInt64? = nil, fileID: StaticString,
    line: UInt32
  ) -> Step<Value> {
    while true {
      var garbage: AnyEntry?
      var namesake: AnyEntry?
      let step = withTable(key.hash) { table -> Step<Value> in
        guard let entry = table.entry(of: key) else {
          if exchanged == nil || key.retention == .whileSubscribed { return .done }
          requireEntry(key, &table, &namesake)?.cell.exchange(&exchanged)
          return .done
        }
        if let feed = entry.feed {
          if exchanged != nil { entry.retention = key.retention }
          return .feed(feed)
        }
        if let version, version != entry.cell.version {
          return .outdated(by: entry.cell.scope)
        }
        if exchanged == nil, entry.cell.value == nil { return .done }
        if exchanged != nil { entry.retention = key.retention }
        entry.cell.exchange(&exchanged)
        if entry.pins == 0, entry.cell.value == nil || entry.retention == .whileSubscribed {
          garbage = table.entries.remove(entry)
        }
        return .done
      }
      withExtendedLifetime(garbage) {}
      if let namesake { report(namesake, Value.self) }
      guard case .feed(let feed) = step else { return step }
      switch feed.write(&exchanged, expecting: version, fileID: fileID, line: line) {
      case .written: return .done
      case .outdated(let scope): return .outdated(by: scope)
      case .retired: continue
      }
    }
  }

  /// Returns the value and its version. O(1), one lock, two if the key has a feed.
  @inlinable
  func read<Value>(_ key: BoardKey<Value>) -> BoardCell<Value> {
    while true {
      var cell = BoardCell<Value>()
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
