import AllocatorStatistics
import BenchmarkHarness
import Foundation
import SubscriberWorkloads

/// The count of instructions and retains per operation. It starts this program again under callgrind, in a separate
/// process that only runs one region after the other. Callgrind writes one profile per region.
struct CallgrindRun {
  struct Figures {
    var instructionsPerOp: Double
    var retainsPerOp: Double
  }

  enum Failure: Error, CustomStringConvertible {
    case noValgrind
    case failed(String)

    var description: String {
      switch self {
      case .noValgrind:
        "valgrind is not installed, so instructions and retains are missing. On Debian: apt-get install valgrind"
      case .failed(let reason): "callgrind failed (\(reason)), so instructions and retains are missing"
      }
    }
  }

  /// The first argument of the process whose instructions are counted.
  static let command = "callgrind-regions"

  let suite: Suite
  let cells: [CellName]

  /// Returns the figures by cell, or nil when interrupted.
  func run(progress: ProgressLine) throws -> [CellName: Figures]? {
    guard let valgrind = Subprocess.find("valgrind") else { throw Failure.noValgrind }
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }

    let process = Process()
    process.executableURL = valgrind
    process.arguments =
      [
        "--tool=callgrind", "--callgrind-out-file=\(directory.path)/profile",
        "--zero-before=switchboard_region_begin", "--dump-before=switchboard_region_end",
        stripped(in: directory).path, Self.command,
      ] + cells.map(\.description)
    process.environment = Self.environment
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let log = directory.appendingPathComponent("log")
    try Data().write(to: log)
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    guard wait(for: process, in: directory, progress: progress) else { return nil }
    guard process.terminationStatus == 0 else {
      let lines = ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n")
      throw Failure.failed(lines.last.map(String.init) ?? "exit \(process.terminationStatus)")
    }
    return try figures(in: directory)
  }

  /// The environment of the process. By default, jemalloc gives memory back to the system after a time, so that the
  /// instructions of a release depend on the clock: those of some regions differed by 4 % from run to run.
  private static var environment: [String: String] {
    let variable = AllocatorLibrary.withoutCaches.variable
    var environment = ProcessInfo.processInfo.environment
    environment[variable] = ([environment[variable]].compactMap(\.self) + ["dirty_decay_ms:-1", "muzzy_decay_ms:-1"])
      .joined(separator: ",")
    return environment
  }

  /// Returns a copy of this program without debug information. Callgrind spends seconds on debug information, and fails
  /// on some of it.
  private func stripped(in directory: URL) -> URL {
    let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let copy = directory.appendingPathComponent(program.lastPathComponent)
    return Subprocess.output("strip", "--strip-debug", "-o", copy.path, program.path) == nil ? program : copy
  }

  /// Waits for the process. Returns false when interrupted.
  private func wait(for process: Process, in directory: URL, progress: ProgressLine) -> Bool {
    progress.begin()
    while process.isRunning {
      if Interruption.isRequested {
        process.terminate()
        process.waitUntilExit()
        return false
      }
      let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
      let done = files.count { $0.hasPrefix("profile.") }
      progress.show(done: done, of: cells.count + 1, "counting instructions")
      Thread.sleep(forTimeInterval: 0.05)
    }
    return !Interruption.isRequested
  }

  private func figures(in directory: URL) throws -> [CellName: Figures] {
    func profile(_ number: Int) throws -> CallgrindProfile {
      let file = directory.appendingPathComponent("profile.\(number)")
      guard let text = try? String(contentsOf: file, encoding: .utf8), let profile = CallgrindProfile(parsing: text)
      else { throw Failure.failed("profile \(number) is missing") }
      return profile
    }
    // The first profile belongs to the empty region.
    let marks = try profile(1).instructions
    var figures: [CellName: Figures] = [:]
    for (index, cell) in cells.enumerated() {
      guard let operations = suite.measurable(cell)?.region(cell.n)?.operations else { continue }
      let found = try profile(index + 2)
      figures[cell] = Figures(
        instructionsPerOp: Double(found.instructions - marks) / Double(operations),
        retainsPerOp: Double(found.retains) / Double(operations))
    }
    return figures
  }

  /// Runs the empty region, then the named regions. Called in the process whose instructions are counted.
  static func runRegions(_ keys: some Collection<String>, of suite: Suite) {
    let regions = keys.map { key in
      guard let region = suite.region(key) else {
        StandardError.write("no region \(key)\n")
        exit(64)
      }
      return region
    }
    CallgrindRegion.empty.run()
    for region in regions { region.run() }
  }
}
