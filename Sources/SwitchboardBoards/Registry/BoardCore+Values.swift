public import SwitchboardBroadcast

extension BoardCore {
  /// What is left to do with no lock held.
  @usableFromInline
  enum Step<Value: Sendable>: Sendable {
    case done
    /// The value is where observers hear of it.
    case feed(Feed<Value>)
    /// As `Feed.Outcome.outdated`.
    case outdated(by: UpdateScope)
  }

  /// Writes, and tells who observes. `exchanged` becomes the old value; nil removes.
  ///
  /// - Parameter version: What is expected to be there; nil: anything.
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
          if exchanged == nil || key.retention == .whileObserved { return .done }
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
        if entry.pins == 0, entry.cell.value == nil || entry.retention == .whileObserved {
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

  /// The value, and its version. O(1), one lock, two if somebody observes.
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
