/// Names one value of a board, and its type.
///
/// ```swift
/// extension BoardKey where Value == String {
///   static let userName = BoardKey("user.name")
/// }
/// board.set("Ann", for: .userName)
/// ```
/// Two keys are the same if both the name and the type are: a key is never a prefix of another, and `Int` and `String` under
/// one name are two entries, which the board's ``DataBoard/diagnostics`` report. Modules that share no declaration use
/// ``named(_:)``, whose values are any `Sendable`.
///
/// Cost: the name is hashed here, once, so that no look-up does; a key that is made for each look-up pays for it each time.
public struct BoardKey<Value: Sendable>: Sendable {
  /// An empty one names nothing: what is set for it is ignored, and reported.
  public let name: String
  /// What becomes of values that are set by this key.
  public let retention: BoardRetention
  @usableFromInline let hash: Int

  /// O(length of the name).
  @inlinable
  public init(_ name: String, retention: BoardRetention = .latest) {
    self.name = name
    self.retention = retention
    hash = name.hashValue
  }
}

extension BoardKey where Value == any Sendable {
  /// A key for modules that know nothing of each other but a name. O(length of the name).
  @inlinable public static func named(_ name: String) -> BoardKey { BoardKey(name) }
}

extension BoardKey: Hashable {
  /// Whether the names are equal; the types are by being compared. The retention is no part of what a key names.
  @inlinable
  public static func == (left: BoardKey, right: BoardKey) -> Bool {
    left.hash == right.hash && left.name == right.name
  }

  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
