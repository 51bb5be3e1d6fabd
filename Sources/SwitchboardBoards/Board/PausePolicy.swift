public import SwitchboardBroadcast

/// What becomes of what is set while a key is paused. It is stored in any case.
public enum PausePolicy: Sendable, Equatable {
  /// Observers never hear of it. Source: ReactiveDataBoard.
  case drop
  /// They get the last of it when the key is resumed.
  case latest
  /// They get the last so many, in order. 0 is ``drop``.
  case buffer(Int)

  @inlinable var limit: Int {
    switch self {
    case .drop: return 0
    case .latest: return 1
    case .buffer(let count):
      require(count >= 0, "a pause cannot keep a negative number of values")
      return count
    }
  }
}

/// A pause of one key. The key is paused until all of its pauses have been resumed, however many observers come meanwhile.
///
/// A pause that is let go of resumes, since nobody else could.
public final class BoardPause: Disposable {
  private let action: Lock<(@Sendable (StaticString, UInt32) -> Void)?>

  @usableFromInline
  init(_ action: @escaping @Sendable (StaticString, UInt32) -> Void) { self.action = Lock(action) }

  deinit { resume() }

  /// Lets the key go on, if this was its last pause: observers get what was kept for them, in order, before this returns or in the course of
  /// a delivery in progress. Does nothing the second time (R11).
  public func resume(fileID: StaticString = #fileID, line: UInt32 = #line) {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?(fileID, line)
  }

  /// The same: so that a pause can be put into a bag or a lifetime.
  public func dispose() { resume() }

  public var isDisposed: Bool { action.withLock { $0 == nil } }
}
