public import SwitchboardBroadcast

extension Property {
  /// Changes the value on the basis of the current value. No other write comes between the reading and the writing, so
  /// no write is lost.
  ///
  /// `body` runs on a copy, with no lock held (promise R4). If another thread sets the value meanwhile, `body` runs
  /// again on the new value. So `body` should do nothing but change the value. Some thread always makes progress; no
  /// thread waits for another. If `body` throws, nothing is changed.
  ///
  /// Cost: as ``set(_:fileID:line:)``, plus one lock; a copy of a collection that `body` changes.
  ///
  /// - Precondition: `body` sets this property only through its parameter. Otherwise `body` would run and set the
  ///   property again and again.
  @inlinable @discardableResult
  public func update<Result, Failed: Error>(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ body: (inout Value) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    let scope = UpdateScope.forUpdate()
    while true {
      let (seen, version) = broadcaster.withLock { (latest.value, latest.version) }
      var value = seen
      let result = try scope.run(&value, body)
      var isOwnWrite = false
      let isInstalled = broadcaster.send(fileID: fileID, line: line) {
        if latest.version != version {
          isOwnWrite = latest.scope == scope
          return nil
        }
        latest.exchange(&value)
        if latest.isStamped { latest.stamp = .next() }
        return Change(latest.value, latest.stamp)
      }
      if isInstalled { return result }
      require(
        !isOwnWrite,
        "the closure of update(_:) sets the property that it updates; change the closure's parameter instead")
    }
  }
}
