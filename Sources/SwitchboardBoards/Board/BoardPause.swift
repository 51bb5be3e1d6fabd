public import SwitchboardBroadcast

/// The values that a paused key keeps for its subscribers. The board stores each value under every policy.
public enum BoardPausePolicy: Sendable, Equatable {
  /// No value: subscribers never receive what was set during the pause. Source: ReactiveDataBoard.
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
public final class BoardPause: Disposable {
  private let action: Lock<(@Sendable (StaticString, UInt32) -> Void)?>

  @usableFromInline
  init(_ action: @escaping @Sendable (StaticString, UInt32) -> Void) { self.action = Lock(action) }

  deinit { resume() }

  /// Ends this pause. If this was the last pause of the key, subscribers receive the kept values in order. They receive
  /// the values before this call returns, or during a delivery that is already in progress. A second call is allowed
  /// and does nothing (promise R11).
  public func resume(fileID: StaticString = #fileID, line: UInt32 = #line) {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?(fileID, line)
  }

  /// Calls ``resume(fileID:line:)``, so that a bag or a lifetime can end the pause.
  public func dispose() { resume() }

  /// Whether this pause has been resumed. The key may have other pauses. O(1), one lock.
  public var isDisposed: Bool { action.withLock { $0 == nil } }
}

extension BoardPause: DisposableObject {}
