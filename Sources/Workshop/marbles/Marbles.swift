import ArgumentParser
import Foundation
import SwitchboardOperatorTables

@main
struct Marbles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbles", abstract: "Draws the marble diagrams of the operators, from the tables that the tests run.",
    subcommands: [Write.self, Check.self])
}

struct Repository: ParsableArguments {
  @Option(help: "The root of the repository.")
  var root = "."

  @Option(help: "The folder of the pictures, below the root.")
  var pictures = MarbleGallery.pictures

  var folder: URL { URL(filePath: root).appending(path: pictures) }

  /// Draws all pictures. A picture whose marks overlap is an error.
  func draw() throws -> [String: String] {
    let tables = URL(filePath: root).appending(path: MarbleGallery.tables)
    guard FileManager.default.fileExists(atPath: tables.path) else {
      throw MarbleError(
        description: "there is no folder \(tables.path); run in the root of the repository, or give --root")
    }
    let drawn = try MarbleGallery.draw { try String(contentsOf: tables.appending(path: $0), encoding: .utf8) }
    let faults = drawn.flatMap { file, picture in picture.collisions.map { "\(file): overlap of \($0)" } }
    if !faults.isEmpty { throw MarbleError(description: "give other times:\n" + faults.joined(separator: "\n")) }
    return Dictionary(uniqueKeysWithValues: drawn.map { ($0.file, $0.picture.svg) })
  }

  /// The names of the committed pictures.
  func committed() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".svg") }.sorted()
  }
}

struct Write: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Writes the pictures, and removes those without an entry.")
  @OptionGroup var repository: Repository

  func run() throws {
    let pictures = try repository.draw()
    try FileManager.default.createDirectory(at: repository.folder, withIntermediateDirectories: true)
    for name in repository.committed() where pictures[name] == nil {
      try FileManager.default.removeItem(at: repository.folder.appending(path: name))
    }
    for (name, svg) in pictures {
      try Data(svg.utf8).write(to: repository.folder.appending(path: name))
    }
    print("\(pictures.count) diagrams written to \(repository.folder.relativePath)")
  }
}

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fails if a committed picture differs from what the tables say.")
  @OptionGroup var repository: Repository

  func run() throws {
    let pictures = try repository.draw()
    let committed = repository.committed()
    var faults = committed.filter { pictures[$0] == nil }.map { "\($0) has no entry in the tables" }
    for (name, svg) in pictures.sorted(by: { $0.key < $1.key }) {
      guard committed.contains(name) else {
        faults.append("\(name) is missing")
        continue
      }
      let text = try String(contentsOf: repository.folder.appending(path: name), encoding: .utf8)
      if text != svg { faults.append("\(name) differs from its entry") }
    }
    if faults.isEmpty { return print("\(pictures.count) diagrams are as the tables say") }
    for fault in faults { FileHandle.standardError.write(Data("\(fault)\n".utf8)) }
    FileHandle.standardError.write(Data("run `make marbles`, look at the pictures, and commit them\n".utf8))
    throw ExitCode.failure
  }
}
