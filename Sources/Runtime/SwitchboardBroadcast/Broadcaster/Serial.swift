extension Broadcaster {
  /// Delivers `value` to every subscription, one delivery at a time (promise R6). Serial delivery only.
  ///
  /// When this function returns, the value is accepted. It is also delivered, unless a delivery was in progress. After
  /// the terminal event this function does nothing (promise R5).
  ///
  /// Cost: O(subscriptions); no allocation except that of the queue, no retain.
  @inlinable @inline(__always)
  public borrowing func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    registry.send(value, fileID: fileID, line: line)
  }
}
