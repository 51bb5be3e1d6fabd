public import Foundation

/// Measures the bytes that products and operators add to a program: each is a program of its own, and its bytes are
/// those in the loaded sections beyond another program's.
public struct SizeMeasurement {
  /// How a package of programs is built. Each state has a folder of its own.
  enum State: String, CaseIterable {
    case plain
    /// With options that only the package of the program can give, not that of a library.
    case flags
    case tracing = "Tracing"
    case inspector = "Inspector"
    case metrics = "Metrics"
    case logging = "Logging"
    case nats = "NATS"
    /// With the libraries of the language in the program. The last state, because it links programs of the first.
    case `static`

    static let options = ["-function-sections", "-internalize-at-link"]

    /// What the names of the figures end with.
    var suffix: String { self == .plain ? "" : ", \(rawValue)" }

    /// Whether a check leaves the state out, to save time: its figures follow those of the plain state, or it needs
    /// packages of others.
    var isOnlyRenewed: Bool { self != .plain && self != .flags }

    var trait: String? {
      switch self {
      case .plain, .flags, .static: nil
      case .tracing, .inspector, .metrics, .logging, .nats: rawValue
      }
    }

    /// Whether the state changes the code of a client.
    var changesClients: Bool { trait == nil || self == .tracing }

    var arguments: [String] {
      switch self {
      case .flags: Self.options.flatMap { ["-Xswiftc", "-Xfrontend", "-Xswiftc", $0] }
      case .static: ["--static-swift-stdlib"]
      default: []
      }
    }
  }

  private let location, directory: URL
  private let operators: [OperatorUse]
  /// The names of the operators that are not measured.
  public let leftOut: Set<String>

  /// Reads the list of operators. Throws if it is not there.
  ///
  /// - Parameters:
  ///   - location: The folder of the library.
  ///   - scratch: A folder for the packages.
  ///   - turn: A number: only every third operator is measured, and three numbers in a row measure all. With nil, all
  ///     are measured.
  public init(at location: URL, scratch: URL, turn: Int? = nil) throws(ToolFailure) {
    let location = location.standardizedFileURL
    let file = location.appending(path: "Sources/Runtime/Switchboard/Switchboard.docc/Operators.md")
    guard let page = try? String(contentsOf: file, encoding: .utf8) else {
      throw ToolFailure("cannot read the list of operators \(file.path)")
    }
    let all = OperatorUse.all(in: page)
    operators = all.enumerated().filter { place, _ in turn.map { (place + $0) % 3 == 0 } ?? true }.map(\.element)
    leftOut = Set(all.map(\.name)).subtracting(operators.map(\.name))
    self.location = location
    directory = scratch.appending(path: "sizes" + location.path.replacing("/", with: "-"))
  }

  /// Builds the programs, and runs those that print something.
  ///
  /// - Parameters:
  ///   - isRenewal: Whether to measure the states too that a check leaves out.
  ///   - progress: Called before each build, with words for it.
  public func sizes(isRenewal: Bool, progress: (String) -> Void) throws(ToolFailure) -> ClientSizes {
    var bytes: [String: Int] = [:]
    var printed = ""
    for state in State.allCases where isRenewal || !state.isOnlyRenewed {
      progress("building programs: \(state.rawValue)")
      // The static state only links programs of the plain one.
      let folder = directory.appending(path: (state == .static ? .plain : state).rawValue)
      let programs = programs(state)
      if state == .static {
        for program in programs { try build(state, in: folder, ["--product", program.name]) }
      } else {
        try write(programs, state, into: folder)
        try build(state, in: folder)
      }
      for program in programs {
        guard let figure = program.figure else { continue }
        bytes[figure + state.suffix] = try size(program.name, in: folder) - size(program.base, in: folder)
      }
      try run(programs, in: folder)
      guard state.changesClients else { continue }
      bytes["an empty program" + state.suffix] = try size("Bare", in: folder)
      let output = try ToolRun(program(Self.client, in: folder), []).output
      if printed.isEmpty { printed = output }
      guard output == printed else { throw ToolFailure("the client prints other lines in the state \(state.rawValue)") }
    }
    return ClientSizes(compiler: try compiler(), bytes: bytes)
  }

  /// A program of a package.
  private struct Program {
    let name: String
    var products: [String] = ["Switchboard"]
    /// The name of its figure; nil for a program that others are compared with.
    var figure: String?
    /// The program that its bytes are compared with.
    var base = "Bare"
    /// What it prints; nil if that does not matter.
    var output: String?
    var files: [String: String]
  }

  private static let client = "Client"
  private static let main = "main.swift"

  private func programs(_ state: State) -> [Program] {
    var programs = [Program(name: "Bare", products: [], files: [Self.main: "print(\"hello\")\n"])]
    if state.changesClients { programs.append(client) }
    for product in ProductHello.all where product.trait == state.trait {
      if state == .static, product.name != "Switchboard" { continue }
      programs.append(
        Program(
          name: "Hello\(product.name)", products: product.products, figure: product.name, output: "1\n",
          files: [Self.main: product.program]))
    }
    return state == .plain ? programs + uses : programs
  }

  private var client: Program {
    let files = ClientPackage(.switchboard, at: location).files.filter { $0.key.hasPrefix("Sources/Client/") }
    return Program(
      name: Self.client, figure: "a client of \(ClientPackage.functionCount) functions",
      files: Dictionary(uniqueKeysWithValues: files.map { (String($0.key.split(separator: "/")[2]), $0.value) }))
  }

  /// A program for each signal that examples begin with, and one for each operator.
  private var uses: [Program] {
    // All names have as many characters, because names of modules are in the program.
    func name(_ number: Int) -> String { "Use\(1000 + number)" }
    let sources = OperatorUse.sources
    let bases = sources.enumerated().map { number, source in
      Program(name: name(number), files: OperatorUse.files(subscribingTo: source))
    }
    return bases
      + operators.enumerated().map { number, use in
        Program(
          name: name(sources.count + number), figure: use.name, base: name(sources.firstIndex(of: use.source) ?? 0),
          files: OperatorUse.files(subscribingTo: use.example))
      }
  }

  private func write(_ programs: [Program], _ state: State, into folder: URL) throws(ToolFailure) {
    var files = [
      "Package.swift": PackageFiles.manifest(
        programs.map { ($0.name, $0.products) }, of: "switchboard", at: location, trait: state.trait)
    ]
    for program in programs {
      for (name, text) in program.files { files["Sources/\(program.name)/\(name)"] = text }
    }
    do {
      // SwiftPM compiles a program with all files of its folder.
      let sources = folder.appending(path: "Sources")
      if FileManager.default.fileExists(atPath: sources.path) { try FileManager.default.removeItem(at: sources) }
      try PackageFiles.write(files, into: folder, isNew: true)
    } catch {
      throw ToolFailure("cannot write the programs into \(folder.path): \(error.localizedDescription)")
    }
  }

  private func build(_ state: State, in folder: URL, _ arguments: [String] = []) throws(ToolFailure) {
    do {
      _ = try ToolRun(
        .swift, ["build", "-c", "release", "--package-path", folder.path] + state.arguments + arguments, isJoined: true)
    } catch  where state == .flags {
      // The compiler promises nothing about these options.
      let compiler = (try? compiler()) ?? "this compiler"
      throw ToolFailure("\(error)\nwith \(State.options.joined(separator: " and ")), and \(compiler)")
    }
  }

  private func run(_ programs: [Program], in folder: URL) throws(ToolFailure) {
    for program in programs {
      guard let expected = program.output else { continue }
      let output = try ToolRun(self.program(program.name, in: folder), []).output
      guard ("\n" + output).hasSuffix("\n" + expected) else {
        throw ToolFailure("\(program.name) in \(folder.path) prints “\(output)”, and not “\(expected)”")
      }
    }
  }

  private func program(_ name: String, in folder: URL) -> URL { folder.appending(path: ".build/release/\(name)") }

  private func size(_ name: String, in folder: URL) throws(ToolFailure) -> Int {
    try SymbolReport.sizes(program(name, in: folder)).total
  }

  private func compiler() throws(ToolFailure) -> String {
    let output = try ToolRun(.swift, ["--version"]).output
    let version = output.firstMatch(of: #/Swift version [^\n]*\)/#).map { String($0.0) } ?? "an unknown compiler"
    let target = output.firstMatch(of: #/Target: ([^\s-]+)/#).map { String($0.1) } ?? "an unknown architecture"
    return "\(version) on \(target)"
  }
}
