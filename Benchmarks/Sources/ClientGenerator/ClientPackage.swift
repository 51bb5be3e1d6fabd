public import Foundation

/// A package of programs that use a library: one that does nothing with the library, a smallest one, and a client with
/// ``functionCount`` functions. The same library and the same ``revision`` always give the same files.
public struct ClientPackage: Sendable {
  /// A program of the package.
  public enum Program: String, CaseIterable, Sendable {
    /// Imports no library.
    case bare = "Bare"
    /// Imports the library.
    case empty = "Empty"
    /// One subject, one subscription, one send.
    case hello = "Hello"
    /// A hundred functions with chains of operators.
    case client = "Client"
  }

  /// The number of functions in the client.
  public static var functionCount: Int { ClientFunction.all.count }

  /// What the client prints before the name of a function that it calls.
  static let marker = "== "

  /// The functions whose values come on the main queue, after the client has ended.
  static let timedFunctions = Set(ClientFunction.all.filter(\.isTimed).map(\.name))

  public let library: Library
  /// The folder of the library's package.
  public let location: URL
  /// A number in the client's source code. With another number, the client has to be compiled again.
  public var revision: Int

  public init(_ library: Library, at location: URL, revision: Int = 0) {
    self.library = library
    self.location = location
    self.revision = revision
  }

  /// The contents of the package's files, by their paths in the package.
  public var files: [String: String] {
    var files = [
      "Package.swift": manifest,
      "Sources/Bare/Main.swift": main("", "print(\"hello\")"),
      "Sources/Empty/Main.swift": main(imports, "print(\"hello\")"),
      "Sources/Hello/Main.swift": main("import \(library.products[0])\n", hello),
      "Sources/Client/Main.swift": main(imports, run),
      "Sources/Client/Model.swift": ValueType.declarations + "\n\nfunc revision() -> Int { \(revision) }\n",
    ]
    for shape in Shape.all {
      let functions = ClientFunction.all.filter { $0.shape.name == shape.name }.map { $0.code(library) }
      files["Sources/Client/\(shape.name.capitalized).swift"] =
        imports + "\n" + functions.joined(separator: "\n\n") + "\n"
    }
    return files
  }

  /// Writes the files that differ from those in `directory`, so that a build compiles only what has changed.
  ///
  /// - Parameter isNew: Whether to write all files, so that a build compiles all of them.
  public func write(into directory: URL, isNew: Bool = false) throws {
    try PackageFiles.write(files, into: directory, isNew: isNew)
  }

  private var imports: String { library.imports.map { "import \($0)\n" }.joined() }

  private func main(_ imports: String, _ body: String) -> String {
    let lines = body.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
    return imports + (imports.isEmpty ? "" : "\n") + "@main\nenum Main {\n  static func main() {\n\(lines)\n  }\n}\n"
  }

  private var hello: String {
    switch library {
    case .switchboard:
      """
      let subject = PublishSubject<Int, Never>()
      subject.subscribe { print($0) }
      subject.send(1)
      """
    case .opencombine:
      """
      let subject = PassthroughSubject<Int, Never>()
      let subscription = subject.sink { print($0) }
      subject.send(1)
      subscription.cancel()
      """
    }
  }

  /// Calls every function through a list, so that the compiler compiles each as a function of its own.
  private var run: String {
    let list = ClientFunction.all.map { "  (\"\($0.name)\", \($0.name))," }.joined(separator: "\n")
    return """
      let functions: [(String, (\(library.bag.type)) -> Void)] = [
      \(list)
      ]
      \(library.bag.creation)
      if CommandLine.arguments.count > 9 { print(revision()) }
      for (name, function) in functions {
        print("\(Self.marker)\\(name)")
        function(\(library.bag.argument))
      }
      """
  }

  private var manifest: String {
    PackageFiles.manifest(
      Program.allCases.map { program in
        (program.rawValue, program == .bare ? [] : program == .hello ? [library.products[0]] : library.products)
      }, of: library.package, at: location)
  }
}
