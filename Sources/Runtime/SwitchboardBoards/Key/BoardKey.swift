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
/// declaration use ``named(_:)-(BoardKeyLiteral)``, whose values are any `Sendable`.
///
/// Cost: the initializer hashes the name once, so that look-ups do not hash it. Code that makes a key for each look-up
/// pays for the hash each time.
public struct BoardKey<Value: Sendable>: Sendable {
  /// The name of the value. A board ignores what is set for a key with an empty name, and reports the key.
  public let name: String
  /// How long a board keeps the values that are set with this key.
  public let retention: BoardRetention
  #if Inspector
    /// Whether the program has made the name at run time. Such a name is a value, which inspectors do not show.
    @usableFromInline let isDynamic: Bool
  #else
    @inlinable var isDynamic: Bool { false }
  #endif
  @usableFromInline let hash: Int

  /// Creates a key whose name is a literal. O(length of the name).
  @inlinable
  public init(_ name: BoardKeyLiteral, retention: BoardRetention = .latest) {
    self.init(name.text, isDynamic: false, retention)
  }

  /// Creates a key whose name is made at run time. Inspectors hide such a name, because the name may contain what only
  /// the program should know, such as the name of a user. O(length of the name).
  @inlinable @_disfavoredOverload
  public init(_ name: String, retention: BoardRetention = .latest) {
    self.init(name, isDynamic: true, retention)
  }

  @inlinable
  init(_ name: String, isDynamic: Bool, _ retention: BoardRetention) {
    self.name = name
    self.retention = retention
    #if Inspector
      self.isDynamic = isDynamic
    #endif
    hash = name.hashValue
  }
}

extension BoardKey where Value == any Sendable {
  /// Returns a key for modules that share nothing but a name. O(length of the name).
  ///
  /// - Parameter name: The name, which modules that share the key agree upon.
  @inlinable public static func named(_ name: BoardKeyLiteral) -> BoardKey { BoardKey(name) }

  /// Returns such a key with a name that is made at run time, which inspectors hide. O(length of the name).
  @inlinable @_disfavoredOverload public static func named(_ name: String) -> BoardKey { BoardKey(name) }
}

/// The name of a key that stands in the source as a literal. Nobody writes this type: `BoardKey("user.name")` makes it.
public struct BoardKeyLiteral: ExpressibleByStringLiteral, Sendable {
  @usableFromInline let text: String

  /// Takes the literal. O(1).
  ///
  /// - Parameter text: The literal in the source.
  @inlinable public init(stringLiteral text: String) { self.text = text }
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

/// The value that a new subscriber receives first.
public enum BoardReplay: Sendable {
  /// No value: the subscriber receives only what is set from now on.
  case none
  /// The last value whose delivery has begun, if there is one, followed by all later values. No value is missed or
  /// received twice (promise R8).
  case latest
}

/// How long a board keeps the values of a key. The key that sets a value decides, so that a board that lasts as long as
/// the process does not accumulate unused values.
public enum BoardRetention: Sendable {
  /// The last value stays until it is removed.
  case latest
  /// A value stays only while the key has a subscriber, a handle or a pause. When the last of these ends, the board
  /// removes the value and the key's entry. The board does not store a value that is set while the key has no
  /// subscriber, handle or pause.
  case whileSubscribed
}
