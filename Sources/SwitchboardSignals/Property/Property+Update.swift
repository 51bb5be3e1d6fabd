public import SwitchboardBroadcast

extension Property {
  /// Changes the value by what it is: no other write can come between the reading and the writing, so none is lost.
  ///
  /// `body` runs with no lock held (R4), on a copy; when another thread has set the value meanwhile it runs again on the new
  /// one. So it should do nothing but change the value. Some thread always gets on; none waits for another. If it throws, nothing is
  /// changed.
  ///
  /// Cost: as ``set(_:fileID:line:)``, and one lock more; a copy of a collection that `body` changes.
  ///
  /// - Precondition: `body` does not set this property but through its parameter: it would run again, and set it again.
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
        "update(_:) was given a closure that sets the property itself; change the closure's parameter instead")
    }
  }
}
