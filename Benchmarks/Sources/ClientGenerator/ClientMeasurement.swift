/// The figures of the clients of one or several libraries. Builds what a figure needs when it is first asked for it.
public final class ClientMeasurement {
  /// The figures of one library.
  public struct Times: Sendable {
    /// The processor seconds of each round.
    public var library: [Double] = []
    public var client: [Double] = []
    public var emptyDebug: [Double] = []
    public var clientDebug: [Double] = []
  }

  private let builds: [ClientBuild]
  private let rounds: Int
  /// Called before each build, with the number of finished builds, the number of all builds, and words for this one.
  private let progress: (Int, Int, String) -> Void
  private var times: [Library: Times]?
  private var areProgramsBuilt = false
  /// Whether a build failed. Another one would take minutes, and fail again.
  private var hasFailed = false

  public init(_ builds: [ClientBuild], rounds: Int, progress: @escaping (Int, Int, String) -> Void = { _, _, _ in }) {
    self.builds = builds
    self.rounds = rounds
    self.progress = progress
  }

  /// Throws which tool of the measurement is missing, and how to get it.
  ///
  /// - Parameter symbols: Whether ``SymbolReport`` is needed too.
  public static func checkTools(symbols: Bool) throws(ToolFailure) {
    for tool in Tool.allCases where symbols || tool.isNeededForSizes { _ = try tool.location() }
  }

  /// Returns the times of a library. All libraries are measured in the same rounds, one after the other, in an order
  /// that changes from round to round.
  public func times(_ library: Library) throws(ToolFailure) -> Times {
    if let times { return times[library] ?? Times() }
    let found = try once { () throws(ToolFailure) in try measureTimes() }
    times = found
    return found[library] ?? Times()
  }

  private func measureTimes() throws(ToolFailure) -> [Library: Times] {
    let steps:
      [(name: String, figure: WritableKeyPath<Times, [Double]>, build: (ClientBuild) throws(ToolFailure) -> Double)] = [
        ("compiling", \.library, { build throws(ToolFailure) in try build.buildLibrary() }),
        ("compiling the client of", \.client, { build throws(ToolFailure) in try build.rebuildClient() }),
        (
          "compiling for debugging", \.emptyDebug,
          { build throws(ToolFailure) in try build.buildEmptyClientForDebugging() }
        ),
        (
          "compiling for debugging the client of", \.clientDebug,
          { build throws(ToolFailure) in try build.rebuildClientForDebugging() }
        ),
      ]
    var found: [Library: Times] = [:]
    let total = rounds * builds.count * steps.count
    var done = 0
    for round in 1...rounds {
      let order = round.isMultiple(of: 2) ? builds.reversed() : builds
      for step in steps {
        for build in order {
          progress(done, total, "round \(round) of \(rounds): \(step.name) \(build.library.rawValue)")
          found[build.library, default: Times()][keyPath: step.figure].append(try step.build(build))
          done += 1
        }
      }
    }
    return found
  }

  /// Returns the bytes of a program that `other` lacks.
  public func bytes(
    _ library: Library, of program: ClientPackage.Program, beyond other: ClientPackage.Program
  ) throws(ToolFailure) -> Int {
    guard let build = builds.first(where: { $0.library == library }) else {
      throw ToolFailure("\(library.rawValue) is not measured in this run")
    }
    if !areProgramsBuilt {
      try once { () throws(ToolFailure) in try buildAll() }
      areProgramsBuilt = true
    }
    return try build.bytes(of: program, beyond: other)
  }

  /// Builds all programs, runs the clients, and compares what they print. Throws if two clients print different values:
  /// they then do different work.
  private func buildAll() throws(ToolFailure) {
    var values: [(library: Library, values: [String: [String]])] = []
    for (index, build) in builds.enumerated() {
      progress(index, builds.count, "building the programs of \(build.library.rawValue)")
      try build.buildPrograms()
      values.append((build.library, try build.values()))
    }
    if let problem = Self.difference(values) { throw ToolFailure(problem) }
  }

  /// Does the work, unless earlier work failed.
  private func once<Result>(_ work: () throws(ToolFailure) -> Result) throws(ToolFailure) -> Result {
    if hasFailed { throw ToolFailure("not measured, because an earlier build failed") }
    do {
      return try work()
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Returns the first function that prints different values in two clients, with the values; nil if there is none.
  static func difference(_ clients: [(library: Library, values: [String: [String]])]) -> String? {
    guard let first = clients.first else { return nil }
    for other in clients.dropFirst() {
      for function in Set(first.values.keys).union(other.values.keys).sorted() {
        let (a, b) = (first.values[function], other.values[function])
        guard a != b else { continue }
        return """
          \(function) of the client prints \(words(a)) with \(first.library.rawValue), but \(words(b)) with \
          \(other.library.rawValue)
          """
      }
    }
    return nil
  }

  private static func words(_ values: [String]?) -> String {
    values.map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") } ?? "no line of its own"
  }
}
