public import SwitchboardBroadcast

/// The values that a paused key keeps for its subscribers. The board stores each value under every policy.
public enum BoardPausePolicy: Sendable, Equatable {
  /// No value: subscribers never receive what was set during the pause.
  ///
  /// Source: ReactiveDataBoard.
  case drop
  /// The last value, which subscribers receive when the key is resumed.
  case latest
  /// The last values, up to the given number. Subscribers receive them in order when the key is resumed. `buffer(0)`
  /// means ``drop``.
  case buffer(Int)

  @inlinable var limit: Int {
    switch self {
    case .drop: return 0
    case .latest: return 1
    case .buffer(let count):
      require(count >= 0, "a pause cannot keep a negative number of values; use 0 or more")
      return count
    }
  }
}

/// A pause of one key. The key is paused until all of its pauses have been resumed, even if subscribers are added
/// meanwhile.
///
/// A pause that is deallocated resumes the key, because no other object could resume it.
public final class BoardPause: Disposable, DisposableObject {
  private let action: Lock<(@Sendable (StaticString, UInt32) -> Void)?>

  @usableFromInline
  init(_ action: @escaping @Sendable (StaticString, UInt32) -> Void) { self.action = Lock(action) }

  deinit { resume(fileID: "BoardPause.deinit", line: 0) }

  /// Ends this pause. If this was the last pause of the key, subscribers receive the kept values in order. They receive
  /// the values before this call returns, or during a delivery that is already in progress. A second call is allowed
  /// and does nothing (promise R11).
  public func resume(fileID: StaticString = #fileID, line: UInt32 = #line) {
    action.exchange(nil)?(fileID, line)
  }

  /// Calls ``resume(fileID:line:)``, so that a bag or a lifetime can end the pause.
  public func dispose() { resume(fileID: "BoardPause.dispose", line: 0) }

  /// Whether this pause has been resumed. The key may have other pauses. O(1), one lock.
  public var isDisposed: Bool { action.withLock { $0 == nil } }
}

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
  /// Cost: as much as a subscription.
  ///
  /// - Parameters:
  ///   - key: The key to pause.
  ///   - policy: The values that subscribers receive when the key is resumed.
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
    let pause = BoardPause { fileID, line in
      while let feed = core.feed(of: entry), !feed.resume(fileID: fileID, line: line) {}
      core.unpin(entry)
    }
    Probe.made(pause, as: BoardPause.self, name: key.name, fileID: fileID, line: line)
    return pause
  }
}
