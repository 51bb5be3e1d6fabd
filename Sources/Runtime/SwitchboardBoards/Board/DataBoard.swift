public import SwitchboardSignals

/// A store of values by typed key, with subscribers of each key. Modules share a board and need to know nothing of each
/// other but the keys.
///
/// ```swift
/// extension BoardKey where Value == String { static let userName = BoardKey("user.name") }
///
/// let board = BlackBoard(name: "editor")            // or WhiteBoard.shared, one per process
/// board.subscribe(.userName, owner: window) { window, name in window.title = name }
/// board.set("Ann", for: .userName)
/// board[.userName]                                  // "Ann"
/// ```
///
/// - **Order.** All subscribers of a key receive the values in the order in which the board stores them. The last value
///   that a subscriber receives is therefore the value on the board (promise R6). A set during a delivery of the same
///   key, on this or another thread, is stored immediately and delivered in its turn. Different keys are independent of
///   each other.
/// - **Life.** A subscription lasts until it is disposed or removed, its owner is deallocated, or the board is
///   deallocated. When the board is deallocated, signals complete. The board keeps nothing of a key without a value,
///   subscriber, handle or pause (promise R10). Signals, subscriptions and handles do not keep the board alive.
/// - **Threads.** Every member may be called from any thread, also from a subscriber or from a deinit that the board
///   causes. No lock is held while such code runs (promise R4).
///
/// | operation | cost |
/// |---|---|
/// | set | O(subscribers of the key); one lock, two if the key has subscribers; no allocation if the key has an entry |
/// | get | O(1); one lock, two if the key has subscribers; no allocation if the key has an entry |
/// | subscribe, dispose | O(1) amortised |
/// | memory of an unobserved key | about 130 bytes, including a value of one word |
/// | memory of a key with subscribers | about 400 bytes more for a feed; the last subscriber releases the feed |
///
/// Source: ReactiveDataBoard's ReactiveWhiteBoard and ReactiveBlackBoard, which match keys by prefix and owners by
/// address, and never shrink.
public final class DataBoard: Sendable {
  @usableFromInline let core: BoardCore

  /// The name of the board in traces and leak reports.
  public var name: String? { core.name }

  /// Creates an empty board, which takes about a kilobyte.
  public convenience init(name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    self.init(name: name, shards: 8, fileID: fileID, line: line)
  }

  /// - Parameter shards: The number of threads that can look up different keys at the same time; a power of two, at
  ///   most 256.
  init(name: String?, shards: Int, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core = BoardCore(name: name, shards: shards, fileID: fileID, line: line)
  }

  deinit { core.close() }

  /// A signal of probable mistakes in the use of the board. The signal completes when the board is deallocated.
  public var diagnostics: Signal<BoardDiagnostic, Never> { core.diagnostics.signal }

  /// The numbers of keys, values and subscribers on the board. Reading the census first ends the subscriptions of
  /// deallocated owners. O(keys).
  public var census: BoardCensus { core.census() }
}

/// The namespace of ``shared``, the board that all modules of a process share. The board lasts as long as the process,
/// and keeps each value until the value is removed. The board itself removes the value of a key with
/// ``BoardRetention/whileSubscribed`` when the key has no subscriber, handle or pause left.
public enum WhiteBoard {
  /// The board of the process. The first use creates the board.
  public static let shared = DataBoard(name: "white board", shards: 64, fileID: "WhiteBoard.shared", line: 0)
}

/// A board that is not shared by the whole process: `BlackBoard(name: "editor")`. When the board is deallocated, its
/// values are released and its signals complete.
public typealias BlackBoard = DataBoard

/// The numbers of keys, values and subscribers on a board. See ``DataBoard/census``.
public struct BoardCensus: Equatable, Sendable {
  /// The number of entries: keys that have a value, a subscriber, a handle or a pause.
  public internal(set) var keys = 0
  /// The number of keys that have a value.
  public internal(set) var values = 0
  /// The number of live subscriptions, including those of signals.
  public internal(set) var subscriptions = 0
  /// The number of paused keys.
  public internal(set) var paused = 0
  /// The number of entries for which memory is allocated. A board shrinks, so this is at most 4 × ``keys`` + 16
  /// (promise R10).
  public internal(set) var capacity = 0
  /// The number of subscribers for which memory is allocated.
  public internal(set) var subscriptionCapacity = 0

  package init() {}
}

/// A probable mistake in the use of a board. The board reports the mistake and does not fail. See
/// ``DataBoard/diagnostics``.
public enum BoardDiagnostic: Sendable, Equatable, CustomStringConvertible {
  /// The use of a key without a name. A set with such a key does nothing, and a subscriber completes immediately.
  case emptyName(operation: String, fileID: String, line: UInt32)
  /// The use of one name with values of two types. The board keeps two entries, so code that uses one type does not see
  /// the values of the other type. The board reports the name when the second entry is added, and not again while one
  /// of the two entries exists.
  case twoTypes(name: String, types: [String])

  /// The mistake and its remedy, as a text for the console.
  public var description: String {
    switch self {
    case .emptyName(let operation, let fileID, let line):
      "\(operation) at \(fileID):\(line) does nothing, because its key has an empty name. Give the key a name."
    case .twoTypes(let name, let types):
      """
      “\(name)” is used with the types \(types.joined(separator: " and ")), so the board keeps separate entries. Share \
      one declaration of the key.
      """
    }
  }
}
