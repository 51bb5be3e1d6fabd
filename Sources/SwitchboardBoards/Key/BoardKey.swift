/// The name and the type of one value on a board.
///
/// ```swift
/// extension BoardKey where Value == String {
///   static let userName = BoardKey("user.name")
/// }
/// board.set("Ann", for: .userName)
/// ```
/// Two keys are equal if both their names and their types are equal. A key is never a prefix of another key. `Int` and
/// `String` under one name are two entries, which the board's ``DataBoard/diagnostics`` report. Modules that share no
/// declaration use ``named(_:)``, whose values are any `Sendable`.
///
/// Cost: the initializer hashes the name once, so that look-ups do not hash it. Code that makes a key for each look-up
/// pays for the hash each time.
public struct BoardKey<Value: Sendable>: Sendable {
  /// The name of the value. A board ignores what is set for a key with an empty name, and reports the key.
  public let name: String
  /// How long a board keeps the values that are set with this key.
  public let retention: BoardRetention
  @usableFromInline let hash: Int

  /// Creates a key. O(length of the name).
  @inlinable
  public init(_ name: String, retention: BoardRetention = .latest) {
    self.name = name
    self.retention = retention
    hash = name.hashValue
  }
}

extension BoardKey where Value == any Sendable {
  /// Returns a key for modules that share nothing but a name. O(length of the name).
  @inlinable public static func named(_ name: String) -> BoardKey { BoardKey(name) }
}

extension BoardKey: Hashable {
  /// Returns whether the names are equal. The types are equal, because the compiler accepts only keys of one type. The
  /// retention does not count, because it is no part of what a key names.
  @inlinable
  public static func == (left: BoardKey, right: BoardKey) -> Bool {
    left.hash == right.hash && left.name == right.name
  }

  /// Hashes the hash of the name, which the initializer has computed. O(1).
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
