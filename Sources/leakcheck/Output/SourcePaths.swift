import Foundation

/// Where the files stand that `#fileID` names, relative to the package that the command is run in.
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

  /// `Sources/Module/Folder/File.swift` of `Module/File.swift`; what is not found stays as it is.
  func path(of fileID: String) -> String { paths[fileID] ?? fileID }
}
