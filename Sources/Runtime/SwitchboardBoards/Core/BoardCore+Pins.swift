public import SwitchboardBroadcast
import SwitchboardSignals

extension BoardCore {
  /// Pins the entry of `key`, so that the entry stays until ``unpin(_:)``. Makes the entry if there is none. Runs
  /// `body` under the shard's lock and returns its result. Returns nil if the board is closed.
  @inlinable @inline(__always)
  func pin<Value, Result: Sendable>(_ key: BoardKey<Value>, _ body: (Entry<Value>) -> Result) -> Result? {
    var namesake: AnyEntry?
    let pinned = withTable(key.hash) { table -> Result? in
      guard let entry = requireEntry(key, &table, &namesake) else { return nil }
      entry.pins += 1
      return body(entry)
    }
    if let namesake { report(namesake, Value.self) }
    return pinned
  }

  /// Pins the entry of `key` and returns the entry together with its feed.
  @inlinable
  func pinFeed<Value>(_ key: BoardKey<Value>) -> (entry: Entry<Value>, feed: Feed<Value>)? {
    pin(key) { entry in (entry, entry.requireFeed()) }
  }

  /// Returns the feed of a pinned entry, and makes a new feed if the old one was completed. Returns nil if the board is
  /// closed.
  @inlinable
  func feed<Value>(of entry: Entry<Value>) -> Feed<Value>? {
    withTable(entry.hash) { table in table.isClosed ? nil : entry.requireFeed() }
  }

  /// Returns the feed of `key`, if there is one.
  func currentFeed<Value>(of key: BoardKey<Value>) -> Feed<Value>? {
    withTable(key.hash) { table in table.entry(of: key)?.feed }
  }

  /// Takes a pin from an entry. The last pin to leave releases the feed, and removes the entry unless the entry keeps a
  /// value.
  @usableFromInline
  func unpin(_ entry: AnyEntry) {
    let garbage = withTable(entry.hash) { table -> (AnyEntry?, AnyFeed?) in
      entry.pins -= 1
      if entry.pins > 0 || !entry.isListed { return (nil, nil) }
      let retired = entry.retire()
      let isKept = entry.retention != .whileSubscribed && (retired?.hasValue ?? entry.hasValue)
      return (isKept ? nil : table.entries.remove(entry), retired?.feed)
    }
    keepAlive(garbage)
  }

  /// Completes every subscription of `key`. Pauses and handles stay.
  ///
  /// - Parameter removing: Whether the call also removes the value.
  func complete<Value>(_ key: BoardKey<Value>, removing: Bool, fileID: StaticString, line: UInt32) {
    var garbage: AnyEntry?
    var removed: Value?
    let feed = withTable(key.hash) { table -> Feed<Value>? in
      guard let entry = table.entry(of: key) else { return nil }
      let old = entry.feed
      _ = entry.retire()
      if removing, entry.value != nil { entry.exchange(&removed) }
      if let old, old.isPaused { entry.requireFeed().takePauses(of: old) }
      if entry.pins == 0, entry.value == nil { garbage = table.entries.remove(entry) }
      return old
    }
    feed?.complete(fileID: fileID, line: line)
    keepAlive((garbage, removed))
  }

  /// Closes the board. Later sets store nothing. All subscriptions complete, ordered by the names of their keys.
  func close() {
    var entries: [AnyEntry] = []
    var feeds: [(name: String, feed: AnyFeed)] = []
    // Handles and pauses keep the entries of a closed board.
    var values: [(any Sendable)?] = []
    for index in 0...mask {
      withTable(index) { table in
        table.isClosed = true
        table.entries.forEach { entry in
          entries.append(entry)
          if let feed = entry.retire()?.feed { feeds.append((entry.name, feed)) }
          values.append(entry.takeValue())
        }
        table.entries.removeAll()
      }
    }
    // Sorted, because hashes differ between processes and the order of delivery must not (promise R1).
    for (_, feed) in feeds.sorted(by: { $0.name < $1.name }) {
      feed.complete(fileID: "DataBoard.deinit", line: 0)
    }
    for (_, index) in indexes.exchange([:]) { index.dispose() }
    diagnostics.sendCompleted(fileID: "DataBoard.deinit", line: 0)
    keepAlive((entries, values))
  }

  func census() -> BoardCensus {
    sweep()
    var census = BoardCensus()
    var feeds: [AnyFeed] = []
    for index in 0...mask {
      withTable(index) { table in
        census.keys += table.entries.count
        census.capacity += table.entries.capacity
        table.entries.forEach { entry in
          if let feed = entry.anyFeed { feeds.append(feed) } else if entry.hasValue { census.values += 1 }
        }
      }
    }
    for feed in feeds { feed.count(into: &census) }
    return census
  }

  /// Ends the subscriptions of deallocated owners, also those that end with an actor.
  private func sweep() {
    swept.sweep()
    for index in indexes.withLock({ Array($0.values) }) { index.shrink() }
    SweptChains.shared.sweep()
  }

  #if Tracing
    /// Notes the line that wrote the value of an entry, for leak checks.
    @usableFromInline
    func note(_ fileID: StaticString, _ line: UInt32, writing entry: AnyEntry) {
      withTable(entry.hash) { _ in Probe.wrote(&entry.made, fileID, line) }
    }
  #endif

  /// Returns the number of values whose keys code of the leak check `scope` used first, by the number of the line that
  /// wrote them.
  func values(madeIn scope: UInt32) -> [UInt32: Int] {
    var counts: [UInt32: Int] = [:]
    #if Tracing
      sweep()
      for index in 0...mask {
        var feeds: [(feed: AnyFeed, site: UInt32)] = []
        withTable(index) { table in
          table.entries.forEach { entry in
            if !Probe.isMade(entry.made, in: scope) { return }
            if let feed = entry.anyFeed { return feeds.append((feed, entry.made.site)) }
            if entry.hasValue { counts[entry.made.site, default: 0] += 1 }
          }
        }
        for (feed, site) in feeds {
          var census = BoardCensus()
          feed.count(into: &census)
          if census.values > 0 { counts[site, default: 0] += census.values }
        }
      }
    #endif
    return counts
  }
}
