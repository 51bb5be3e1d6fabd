/// Something that a board took note of and did not fail on: data that is probably a mistake. See ``DataBoard/diagnostics``.
public enum BoardDiagnostic: Sendable, Equatable, CustomStringConvertible {
  /// A key without a name was used: sets do nothing, observers complete at once.
  case emptyName(operation: String, fileID: String, line: UInt32)
  /// A name has values of two types: they are two entries, and who uses one does not see the other. Reported when the second comes,
  /// and then not again for as long as one of the two is there.
  case twoTypes(name: String, types: [String])

  public var description: String {
    switch self {
    case .emptyName(let operation, let fileID, let line):
      "\(operation) at \(fileID):\(line) was given a key with an empty name; it does nothing. Give the key a name."
    case .twoTypes(let name, let types):
      "“\(name)” is used with the types \(types.joined(separator: " and ")), which are separate entries. Share one declaration of the key."
    }
  }
}
