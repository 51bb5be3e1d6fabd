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
