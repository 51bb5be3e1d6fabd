/// Where the diagrams, their entries and their page are in the repository.
package enum MarbleGallery {
  package static let page = "Sources/Runtime/Switchboard/Switchboard.docc/Operators.md"
  package static let pictures = "Sources/Runtime/Switchboard/Switchboard.docc/Pictures/Marbles"
  package static let tables = "Sources/Workshop/SwitchboardOperatorTables/Tables"

  /// Draws all entries.
  ///
  /// - Parameter read: Returns the text of a file of ``tables``.
  /// - Returns: The pictures, by the names of their files.
  package static func draw(reading read: (String) throws -> String) throws -> [(file: String, picture: MarblePicture)] {
    var sources: [String: String] = [:]
    return try MarbleInputs().diagrams.map { diagram in
      let file = String(diagram.file.split(separator: "/").last ?? "")
      let source = try sources[file] ?? read(file)
      sources[file] = source
      guard let code = MarbleCode.code(of: diagram, in: source) else {
        throw MarbleError(description: "\(tables)/\(file):\(diagram.line): no closure with code; was the file changed?")
      }
      return ("\(diagram.fileName).svg", MarblePicture(diagram, code: code))
    }
  }
}

package struct MarbleError: Error, CustomStringConvertible {
  package let description: String
  package init(description: String) { self.description = description }
}
