extension DataBoard {
  /// Keeps observers of a key from hearing what is set for it, until ``BoardPause/resume(fileID:line:)``. What is set is stored, and read.
  ///
  /// Of several pauses at a time the one that keeps most counts, until all have been resumed. Who comes during a pause with
  /// ``BoardReplay/latest`` gets the last value that was delivered, and then what the others get; with ``PausePolicy/drop``, for which nothing
  /// will come, what is stored. A value whose delivery was queued before the pause is still delivered.
  ///
  /// A key with an empty name is not paused. Cost: as an observation.
  @inlinable
  public func pause<Value>(
    _ key: BoardKey<Value>, _ policy: PausePolicy = .latest, fileID: StaticString = #fileID, line: UInt32 = #line
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
