extension DataBoard {
  /// Holds back from subscribers what is set for a key, until ``BoardPause/resume(fileID:line:)``. The board still
  /// stores the values, and reads return them.
  ///
  /// If a key has several pauses at the same time, the pause that keeps the most values counts, until all pauses have
  /// been resumed. A subscriber that is added during a pause with ``BoardReplay/latest`` first receives the last
  /// delivered value, and on resume the same values as the other subscribers. Under ``BoardPausePolicy/drop`` no value
  /// follows on resume, so such a subscriber receives the stored value. A value whose delivery was queued before the
  /// pause is still delivered.
  ///
  /// A key with an empty name is not paused.
  ///
  /// - Parameter policy: The values that subscribers receive when the key is resumed.
  ///
  /// Cost: as much as a subscription.
  @inlinable
  public func pause<Value>(
    _ key: BoardKey<Value>, keeping policy: BoardPausePolicy = .latest, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) -> BoardPause {
    let limit = policy.limit
    guard core.names(key, "pause", fileID, line), let (entry, first) = core.pinFeed(key) else {
      return BoardPause { _, _ in }
    }
    var feed: Feed<Value>? = first
    while let current = feed, !current.pause(limit) { feed = core.feed(of: entry) }
    let core = core
    return BoardPause { fileID, line in
      while let feed = core.feed(of: entry), !feed.resume(fileID: fileID, line: line) {}
      core.unpin(entry)
    }
  }
}
