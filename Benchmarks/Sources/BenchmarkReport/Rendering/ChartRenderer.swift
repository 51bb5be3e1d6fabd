import Foundation

/// A Python that can draw the charts.
public struct ChartRenderer: Sendable {
  let python: URL

  /// The command that installs what is missing.
  public static let setup = "make bench-setup"

  /// Looks for a Python with the wheels. Tries `SWITCHBOARD_PYTHON`, then `.venv` in the output directory, in the
  /// working directory, and in their parents, then `python3` on the path.
  ///
  /// - Returns: The first Python that can draw, or nil. If `SWITCHBOARD_PYTHON` is set, only that Python is tried.
  public static func find(
    near output: URL, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> ChartRenderer? {
    // A Python that the user named is not replaced: the user should hear when it cannot draw.
    if let named = environment["SWITCHBOARD_PYTHON"], !named.isEmpty {
      return ChartRenderer(usable: URL(fileURLWithPath: named))
    }
    let working = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let virtual = (ancestors(of: output) + ancestors(of: working)).map { $0.appending(path: ".venv/bin/python3") }
    let onPath = (environment["PATH"] ?? "").split(separator: ":").map {
      URL(fileURLWithPath: String($0)).appending(path: "python3")
    }
    var seen = Set<String>()
    return (virtual + onPath)
      .filter { FileManager.default.isExecutableFile(atPath: $0.path) && seen.insert($0.path).inserted }
      .lazy.compactMap { ChartRenderer(usable: $0) }.first
  }

  private init?(usable python: URL) {
    self.python = python
    guard FileManager.default.isExecutableFile(atPath: python.path),
      (try? run(["-c", "import vl_convert, markdown_it"]))?.status == 0
    else { return nil }
  }

  /// Adds the drawings and `report.html` to a report.
  ///
  /// - Returns: Python's error output if it failed; nil if it succeeded.
  func render(_ directory: URL) -> String? {
    let script = String(decoding: PackageResources.render_py, as: UTF8.self)
    let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    let code = String(decoding: PackageResources.page_js, as: UTF8.self)
    do {
      let result = try run(["-c", script, directory.path, style, code])
      return result.status == 0 ? nil : result.errors
    } catch {
      return error.localizedDescription
    }
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = python
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private static func ancestors(of directory: URL) -> [URL] {
    var current = directory.standardizedFileURL
    var all = [current]
    while current.pathComponents.count > 1 {
      current = current.deletingLastPathComponent()
      all.append(current)
    }
    return all
  }
}
