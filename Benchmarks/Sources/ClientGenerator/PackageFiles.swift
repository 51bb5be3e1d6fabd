import Foundation

/// The files of generated packages.
enum PackageFiles {
  /// Returns a manifest with an executable target for each program.
  ///
  /// - Parameters:
  ///   - programs: The names of the programs, each with the products that it depends on.
  ///   - package: The name of the library's package.
  ///   - location: The folder of the library's package.
  ///   - trait: The trait of the library's package; nil for none.
  static func manifest(
    _ programs: [(name: String, products: [String])], of package: String, at location: URL, trait: String? = nil
  ) -> String {
    let targets = programs.map { name, products in
      let list = products.map { ".product(name: \"\($0)\", package: \"\(package)\")" }.joined(separator: ", ")
      return "    .executableTarget(name: \"\(name)\"\(list.isEmpty ? "" : ", dependencies: [\(list)]")),"
    }.joined(separator: "\n")
    let traits = trait.map { ", traits: [\"\($0)\"]" } ?? ""
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "client",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "\(package)", path: "\(location.path)"\(traits))],
        targets: [
      \(targets)
        ],
        swiftLanguageModes: [.v6]
      )

      """
  }

  /// Writes the files that differ from those in `directory`, or all files if `isNew`.
  static func write(_ files: [String: String], into directory: URL, isNew: Bool) throws {
    for (path, text) in files {
      let file = directory.appending(path: path)
      if !isNew, (try? String(contentsOf: file, encoding: .utf8)) == text { continue }
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    }
  }
}
