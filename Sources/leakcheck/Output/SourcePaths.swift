import Foundation

/// The paths of the files that `#fileID` names, relative to the package in which the command runs.
struct SourcePaths {
  private var paths: [String: String] = [:]

  init() {
    let sources = "Sources"
    for case let path as String in FileManager.default.enumerator(atPath: sources) ?? .init()
    where path.hasSuffix(".swift") {
      let parts = path.split(separator: "/")
      if let module = parts.first, let file = parts.last { paths["\(module)/\(file)"] = "\(sources)/\(path)" }
    }
  }

  /// Returns the path of a file: `Sources/Module/Folder/File.swift` for `Module/File.swift`. Returns `fileID` if the
  /// file is not found.
  func path(of fileID: String) -> String { paths[fileID] ?? fileID }
}
