public import Foundation

/// A ``ClientPackage`` in a folder, and its builds.
public final class ClientBuild {
  private let package: ClientPackage
  private let directory: URL
  private var revision = 0

  /// Prepares the folder of the package. Throws if the library is not there, or the folder cannot be written.
  ///
  /// - Parameter scratch: A folder for the packages of all libraries.
  public init(_ library: Library, at location: URL, scratch: URL) throws(ToolFailure) {
    let location = location.standardizedFileURL
    guard FileManager.default.fileExists(atPath: location.appending(path: "Package.swift").path) else {
      throw ToolFailure("\(location.path) has no Package.swift, so there is no \(library.rawValue) to measure")
    }
    package = ClientPackage(library, at: location)
    // Each checkout has a folder of its own, which a later run builds on.
    directory = scratch.appending(path: library.rawValue + location.path.replacing("/", with: "-"))
    try write(package)
  }

  public var library: Library { package.library }

  /// Returns the location of a built program.
  public func program(_ program: ClientPackage.Program) -> URL {
    directory.appending(path: ".build/release/\(program.rawValue)")
  }

  /// Compiles the modules of the library that a client imports, and nothing else, in an empty folder. Returns the
  /// processor seconds of the whole build.
  public func buildLibrary() throws(ToolFailure) -> Double {
    try empty(".build")
    // This module depends on the others.
    return try build(["--target", library.products.last ?? ""])
  }

  /// Builds the program that only imports the library, for debugging, in an empty folder. Returns the processor seconds
  /// of the whole build, that of the library included.
  public func buildEmptyClientForDebugging() throws(ToolFailure) -> Double {
    try empty(Self.debugFolder)
    return try buildForDebugging(.empty)
  }

  /// Changes a number in the client's source code, and builds the client for debugging. Returns the processor seconds
  /// of the whole build. All other files of the client are compiled before.
  public func rebuildClientForDebugging() throws(ToolFailure) -> Double {
    _ = try buildForDebugging(.client)
    try change()
    return try buildForDebugging(.client)
  }

  /// Changes a number in the client's source code, and builds the client. Returns the processor seconds of the whole
  /// build. The library has to be compiled already.
  public func rebuildClient() throws(ToolFailure) -> Double {
    try change()
    return try build(["--product", ClientPackage.Program.client.rawValue])
  }

  /// Changes a number in one file of the client.
  private func change() throws(ToolFailure) {
    revision += 1
    var changed = package
    changed.revision = revision
    try write(changed)
  }

  /// Builds all programs from the same source code in every run. Nothing that an earlier run compiled of them is used:
  /// SwiftPM does not compile a client again if only the bodies of a library's functions have changed.
  public func buildPrograms() throws(ToolFailure) {
    try write(package, isNew: true)
    _ = try build([])
  }

  /// Returns the bytes that the sections of a built program have more than those of another.
  public func bytes(
    of program: ClientPackage.Program, beyond other: ClientPackage.Program
  ) throws(ToolFailure) -> Int {
    try SymbolReport.sizes(self.program(program)).total - SymbolReport.sizes(self.program(other)).total
  }

  /// Runs the built client. Returns what each of its functions prints, in a fixed order; without the functions whose
  /// values come later.
  public func values() throws(ToolFailure) -> [String: [String]] {
    let output = try ToolRun(program(.client), []).output
    var values: [String: [String]] = [:]
    var function = ""
    for line in output.split(separator: "\n").map(String.init) {
      if line.hasPrefix(ClientPackage.marker) {
        function = String(line.dropFirst(ClientPackage.marker.count))
        values[function] = []
      } else {
        values[function]?.append(line)
      }
    }
    // The order of a value's subscribers is that of a hash table in OpenCombine.
    return values.mapValues { $0.sorted() }.filter { !ClientPackage.timedFunctions.contains($0.key) }
  }

  /// Deletes a folder with what builds made.
  private func empty(_ name: String) throws(ToolFailure) {
    do {
      let folder = directory.appending(path: name)
      if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    } catch {
      throw ToolFailure("cannot empty \(directory.path): \(error.localizedDescription)")
    }
  }

  private static let debugFolder = ".build-debug"

  private func buildForDebugging(_ program: ClientPackage.Program) throws(ToolFailure) -> Double {
    let scratch = directory.appending(path: Self.debugFolder).path
    return try build(["--scratch-path", scratch, "--product", program.rawValue], configuration: "debug")
  }

  private func build(_ arguments: [String], configuration: String = "release") throws(ToolFailure) -> Double {
    try ToolRun(
      .swift, ["build", "-c", configuration, "--package-path", directory.path] + arguments, isJoined: true
    ).processorSeconds
  }

  /// - Parameter isNew: Whether all files are written, also those that are there already.
  private func write(_ package: ClientPackage, isNew: Bool = false) throws(ToolFailure) {
    do {
      try package.write(into: directory, isNew: isNew)
    } catch {
      throw ToolFailure("cannot write the client into \(directory.path): \(error.localizedDescription)")
    }
  }
}
