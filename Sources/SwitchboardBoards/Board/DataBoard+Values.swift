public import SwitchboardBroadcast

extension DataBoard {
  /// Stores a value, and tells who observes the key.
  ///
  /// When this returns the value is stored and, unless a delivery of this key is in progress, delivered (R6). A key with an empty
  /// name is ignored, and reported by ``diagnostics``.
  @inlinable
  public func set<Value>(
    _ value: Value, for key: BoardKey<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    guard core.names(key, "set", fileID, line) else { return }
    var exchanged: Value? = value
    _ = core.write(&exchanged, key, fileID: fileID, line: line)
  }

  /// The value of a key, the last that was set: a thread reads what it wrote. Setting nil removes the value, as
  /// ``removeValue(for:completing:fileID:line:)`` does. O(1).
  @inlinable
  public subscript<Value>(
    key: BoardKey<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Value? {
    get { core.read(key).value }
    set {
      guard core.names(key, "subscript", fileID, line) else { return }
      var exchanged = newValue
      _ = core.write(&exchanged, key, fileID: fileID, line: line)
    }
  }

  /// Removes the value of a key, if there is one.
  ///
  /// Observers that want to know are told: ``optionalSignal(for:replay:)`` sends nil. They all go on, unless asked otherwise.
  ///
  /// - Parameter completing: Whether this ends the observations of the key too: their signals complete, at once even if the key is paused;
  ///   it stays paused.
  public func removeValue<Value>(
    for key: BoardKey<Value>, completing: Bool = false, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    guard core.names(key, "removeValue", fileID, line) else { return }
    if completing { return core.complete(key, removing: true) }
    var exchanged: Value?
    _ = core.write(&exchanged, key, fileID: fileID, line: line)
  }

  /// Changes the value of a key by what it is: no other write can come between the reading and the writing, so none is lost.
  ///
  /// `body` is given the value, nil if there is none, and leaves what is to be stored, nil to remove it. It runs with no lock held (R4), on a
  /// copy; when another thread has set the key meanwhile it runs again on the new value. So it should do nothing but change it. Some thread
  /// always gets on; none waits for another. If it throws, nothing is changed.
  ///
  /// Cost: as a set, and up to three locks more; a copy of a collection that `body` changes.
  ///
  /// - Precondition: `body` does not set this key but through its parameter: it would run again, and set it again.
  @inlinable @discardableResult
  public func update<Value, Result, Failed: Error>(
    _ key: BoardKey<Value>, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ body: (inout Value?) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    guard core.names(key, "update", fileID, line), let entry = core.pin(key) else {
      var nothing: Value?
      return try body(&nothing)
    }
    // Pinned, so that versions go on counting whoever removes the value.
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
          "update(_:) was given a closure that sets the key itself; change the closure's parameter instead")
      case .done, .feed: return result
      }
    }
  }
}
