public import SwitchboardBroadcast

extension DataBoard {
  /// Stores a value, and delivers the value to the subscribers of the key.
  ///
  /// When this call returns, the value is stored. The value is also delivered, unless a delivery of this key was in
  /// progress: that delivery then delivers the value in its turn (promise R6). A key with an empty name is ignored and
  /// reported by ``diagnostics``.
  ///
  /// - Parameters:
  ///   - value: The new value. Subscribers receive it also if it equals the old one.
  ///   - key: The key to write.
  @inlinable
  public func set<Value>(
    _ value: Value, for key: BoardKey<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    write(value, key, "set", fileID, line)
  }

  /// The last value that was set for a key. A thread always reads its own writes. Setting nil removes the value, as
  /// ``removeValue(for:completing:fileID:line:)`` does. O(1).
  ///
  /// - Parameter key: The key to read or write.
  @inlinable
  public subscript<Value>(
    key: BoardKey<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Value? {
    get { core.read(key).value }
    set { write(newValue, key, "subscript", fileID, line) }
  }

  /// Removes the value of a key, if there is one.
  ///
  /// Signals of ``optionalSignal(for:replay:fileID:line:)`` send nil. All subscriptions continue, unless `completing`
  /// is true.
  ///
  /// - Parameters:
  ///   - key: The key whose value goes.
  ///   - completing: Whether the call also ends the subscriptions of the key. Their signals complete immediately, even
  ///     if the key is paused. The key stays paused.
  public func removeValue<Value>(
    for key: BoardKey<Value>, completing: Bool = false, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    if !completing { return write(nil, key, "removeValue", fileID, line) }
    if core.names(key, "removeValue", fileID, line) { core.complete(key, removing: true, fileID: fileID, line: line) }
  }

  @inlinable @inline(__always)
  func write<Value>(
    _ value: Value?, _ key: BoardKey<Value>, _ operation: StaticString, _ fileID: StaticString, _ line: UInt32
  ) {
    guard core.names(key, operation, fileID, line) else { return }
    var exchanged = value
    _ = core.write(&exchanged, key, fileID: fileID, line: line)
  }

  /// Computes a new value of a key from the present value. No other write can come between the read and the write, so
  /// no write is lost.
  ///
  /// `body` receives the value, or nil if there is none. It leaves the value to store, or nil to remove the value.
  /// `body` runs on a copy, with no internal lock held (promise R4). If another thread sets the key in the meantime,
  /// `body` runs again with the new value, so `body` should do nothing but change its parameter. No thread waits for
  /// another thread, and some thread always makes progress. If `body` throws, the value does not change.
  ///
  /// Cost: as much as a set, plus up to three locks, plus a copy of a collection that `body` changes.
  ///
  /// - Parameters:
  ///   - key: The key to change.
  ///   - body: Changes the value, or removes it by nil. It may return a result, or throw.
  /// - Precondition: `body` sets this key only through its parameter. Any other set of the key would make `body` run
  ///   again and set the key again.
  @inlinable @discardableResult
  public func update<Value, Result, Failed: Error>(
    _ key: BoardKey<Value>, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ body: (inout Value?) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    guard core.names(key, "update", fileID, line), let entry = core.pin(key, { $0 }) else {
      var nothing: Value?
      return try body(&nothing)
    }
    // The pin keeps the entry, so its version continues to count even if another thread removes the value.
    defer { core.unpin(entry) }
    let scope = UpdateScope.forUpdate()
    while true {
      let seen = core.read(key)
      var value = seen.value
      let result = try scope.run(&value, body)
      switch core.write(&value, key, expecting: seen.version, fileID: fileID, line: line) {
      case .outdated(let writer):
        require(
          writer != scope,
          "the closure of update(_:) sets the key that it updates; change the closure's parameter instead")
      case .written, .retired: return result
      }
    }
  }
}
