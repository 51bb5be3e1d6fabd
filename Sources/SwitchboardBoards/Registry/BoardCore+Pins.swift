public import SwitchboardBroadcast

extension BoardCore {
  /// Makes the entry of `key` stay until ``unpin(_:)``. Nil if the board is gone.
  @inlinable
  func pin<Value>(_ key: BoardKey<Value>) -> Entry<Value>? {
    var namesake: AnyEntry?
    let entry = withTable(key.hash) { table -> Entry<Value>? in
      guard let entry = requireEntry(key, &table, &namesake) else { return nil }
      entry.pins += 1
      return entry
    }
    if let namesake { report(namesake, Value.self) }
    return entry
  }

  /// The same, with a feed.
  @inlinable
  func pinFeed<Value>(_ key: BoardKey<Value>) -> (entry: Entry<Value>, feed: Feed<Value>)? {
    var namesake: AnyEntry?
    let pinned = withTable(key.hash) { table -> (entry: Entry<Value>, feed: Feed<Value>)? in
      guard let entry = requireEntry(key, &table, &namesake) else { return nil }
      entry.pins += 1
      return (entry, entry.requireFeed())
    }
    if let namesake { report(namesake, Value.self) }
    return pinned
  }

  /// The feed of an entry that is pinned, made anew if it was completed. Nil if the board is gone.
  @inlinable
  func feed<Value>(of entry: Entry<Value>) -> Feed<Value>? {
    withTable(entry.hash) { table in table.isClosed ? nil : entry.requireFeed() }
  }

  /// The feed, if there is one.
  func currentFeed<Value>(of key: BoardKey<Value>) -> Feed<Value>? {
    withTable(key.hash) { table in table.entry(of: key)?.feed }
  }

  /// Lets an entry go that was pinned. The last to do so gives back what was there for observers, and the entry itself if it has no
  /// value that is to be kept.
  @usableFromInline
  func unpin(_ entry: AnyEntry) {
    let garbage = withTable(entry.hash) { table -> (AnyEntry?, AnyFeed?) in
      entry.pins -= 1
      if entry.pins > 0 || !entry.isListed { return (nil, nil) }
      let (feed, isKept) = entry.settle()
      return (isKept ? nil : table.entries.remove(entry), feed)
    }
    withExtendedLifetime(garbage) {}
  }

  /// Ends every observation of `key` by completion. Pauses and handles go on.
  ///
  /// - Parameter removing: Whether the value goes too.
  func complete<Value>(_ key: BoardKey<Value>, removing: Bool) {
    var garbage: AnyEntry?
    var removed: Value?
    let feed = withTable(key.hash) { table -> Feed<Value>? in
      guard let entry = table.entry(of: key) else { return nil }
      let old = entry.retireFeed()
      if removing, entry.cell.value != nil { entry.cell.exchange(&removed) }
      if let old, old.isPaused { entry.requireFeed().takePauses(of: old) }
      if entry.pins == 0, entry.cell.value == nil { garbage = table.entries.remove(entry) }
      return old
    }
    feed?.complete()
    withExtendedLifetime((garbage, removed)) {}
  }

  /// The board goes: nothing is stored any more, and all observations are completed, ordered by name.
  func close() {
    var entries: [AnyEntry] = []
    var feeds: [(name: String, feed: AnyFeed)] = []
    for index in 0...mask {
      withTable(index) { table in
        table.isClosed = true
        table.entries.forEach { entry in
          entries.append(entry)
          if let feed = entry.close() { feeds.append((entry.name, feed)) }
        }
        table.entries.removeAll()
      }
    }
    // Not in the order of hashes, which is another in each process (R1).
    for (_, feed) in feeds.sorted(by: { $0.name < $1.name }) { feed.complete() }
    diagnostics.sendCompleted()
    withExtendedLifetime(entries) {}
  }

  func census() -> BoardCensus {
    swept.sweep()
    var census = BoardCensus()
    var feeds: [AnyFeed] = []
    for index in 0...mask {
      withTable(index) { table in
        census.keys += table.entries.count
        census.capacity += table.entries.capacity
        table.entries.forEach { entry in
          let (feed, hasValue) = entry.look()
          if let feed { feeds.append(feed) } else if hasValue { census.values += 1 }
        }
      }
    }
    for feed in feeds { feed.count(into: &census) }
    return census
  }
}
