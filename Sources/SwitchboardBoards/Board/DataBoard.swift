public import SwitchboardSignals

/// Values by typed key, shared by modules that know nothing of each other but the key, and observed as they change.
///
/// ```swift
/// extension BoardKey where Value == String { static let userName = BoardKey("user.name") }
///
/// let board = BlackBoard(name: "editor")            // or WhiteBoard.shared, one per process
/// board.observe(.userName, owner: window) { window, name in window.title = name }
/// board.set("Ann", for: .userName)
/// board[.userName]                                  // "Ann"
/// ```
///
/// - **Order.** What is set for one key is delivered in the order in which it is stored, to all observers alike; so what they have seen
///   last is what the board has (R6). A set made during a delivery of its key, on this or another thread, is stored at once and
///   delivered in its turn. Different keys have nothing to do with each other.
/// - **Life.** Observations last until they are disposed or removed, their owner is gone, or the board is: then signals complete.
///   Nothing of a key is left when it has no value, observer, handle or pause (R10). Signals, subscriptions and handles do not keep the board.
/// - **Threads.** Every member may be called from any thread, also from inside an observer or a deinit that the board causes. No lock is
///   held while such code runs (R4).
///
/// | operation | cost |
/// |---|---|
/// | set, get | O(1), and O(observers of the key); a lock, two if it is observed; no allocation for a key that is there |
/// | observe, dispose | O(1) amortised; the first observer of a key makes its feed, about 400 bytes, and the last takes it away |
/// | memory of an unobserved key | about 130 bytes, the value of a word included |
///
/// Source: ReactiveDataBoard's ReactiveWhiteBoard and ReactiveBlackBoard, which match keys by prefix and owners by address, and never shrink.
public final class DataBoard: Sendable {
  @usableFromInline let core: BoardCore

  /// What traces and leak reports call it.
  public var name: String? { core.name }

  /// An empty board. About a kilobyte.
  public convenience init(name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    self.init(name: name, shards: 8, fileID: fileID, line: line)
  }

  /// - Parameter shards: How many threads can look up different keys at once; a power of two, at most 256.
  init(name: String?, shards: Int, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core = BoardCore(name: name, shards: shards, fileID: fileID, line: line)
  }

  deinit { core.close() }

  /// What the board took note of and did not fail on. Completes when the board goes.
  public var diagnostics: Signal<BoardDiagnostic, Never> { core.diagnostics.signal }

  /// What the board holds. Ends the observations of owners that are gone first. O(keys).
  public var census: BoardCensus { core.census() }
}

/// The one board of a process: for what any module may share. It lasts as long as the process, and so does what is set on it and not
/// removed; keys with ``BoardRetention/whileObserved`` clean up after themselves.
public enum WhiteBoard {
  public static let shared = DataBoard(name: "white board", shards: 64)
}

/// A board of one's own: `BlackBoard(name: "editor")`. When it goes, its values do, and signals of it complete.
public typealias BlackBoard = DataBoard
