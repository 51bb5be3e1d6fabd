public import SwitchboardBroadcast

/// A key of one board whose entry is already looked up, for code that sets or reads the key very often.
///
/// A handle saves the look-up, which is a fifth of the cost of a set with one subscriber. The handle also keeps the
/// key's feed, which is made for subscribers. A key without subscribers is therefore set faster by its name, unless the
/// board has very many keys.
///
/// A handle keeps the key's entry alive, but not the board. When the board has been deallocated, the handle reads nil
/// and sets nothing.
public final class BoardHandle<Value: Sendable>: Sendable {
  /// The key whose entry the handle keeps.
  public let key: BoardKey<Value>
  @usableFromInline let core: BoardCore
  @usableFromInline let entry: Entry<Value>?
  /// The entry's feed at the time when the handle was made. The entry uses this feed until the feed is retired.
  @usableFromInline let feed: Feed<Value>?

  @inlinable
  init(_ core: BoardCore, _ key: BoardKey<Value>) {
    (self.core, self.key) = (core, key)
    let pinned = core.pinFeed(key)
    (entry, feed) = (pinned?.entry, pinned?.feed)
  }

  deinit { if let entry { core.unpin(entry) } }

  /// The value of the key on the board. O(1), one lock. Traces show a set as `BoardHandle.value`;
  /// ``set(_:fileID:line:)`` shows the caller's line.
  @inlinable
  public var value: Value? {
    get {
      if let cell = feed?.read() { return cell.value }
      return core.read(key).value
    }
    set { write(newValue, fileID: "BoardHandle.value", line: 0) }
  }

  /// Sets the value like ``DataBoard/set(_:for:fileID:line:)``, without the look-up.
  ///
  /// - Parameter value: The new value. Subscribers receive it also if it equals the old one.
  @inlinable
  public func set(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    write(value, fileID: fileID, line: line)
  }

  @inlinable
  func write(_ value: Value?, fileID: StaticString, line: UInt32) {
    var exchanged = value
    if let feed, case .written = feed.write(&exchanged, fileID: fileID, line: line) {
      #if Tracing
        if let entry { core.note(fileID, line, writing: entry) }
      #endif
      return
    }
    if entry != nil { _ = core.write(&exchanged, key, fileID: fileID, line: line) }
  }
}

extension DataBoard {
  /// Returns a handle for `key`, which is looked up only once. A handle for a key with an empty name does nothing.
  ///
  /// Cost: as much as a subscription, until the handle is deallocated.
  ///
  /// - Parameter key: The key to look up. With an empty name, the handle does nothing.
  @inlinable
  public func handle<Value>(
    for key: BoardKey<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> BoardHandle<Value> {
    let handle = BoardHandle(core.names(key, "handle", fileID, line) ? core : .gone, key)
    Probe.made(handle, as: BoardHandle<Value>.self, name: key.name, fileID: fileID, line: line)
    return handle
  }
}
