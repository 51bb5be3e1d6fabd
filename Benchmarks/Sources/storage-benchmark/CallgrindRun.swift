import ArgumentParser
import BenchmarkHarness
import Foundation

/// Instructions and retains per operation: this program again, under callgrind, in a process of its own, where it does
/// nothing but run one region after the other. Callgrind writes one profile per region.
struct CallgrindRun {
  struct Figures {
    var instructionsPerOp: Double
    var retainsPerOp: Double
  }

  /// Workload, candidate and size, as `workload/candidate/n`.
  struct Key: Hashable, LosslessStringConvertible {
    var workload: Workload
    var candidate: String
    var n: Int

    init(workload: Workload, candidate: String, n: Int) {
      self.workload = workload
      self.candidate = candidate
      self.n = n
    }

    init?(_ description: String) {
      let parts = description.split(separator: "/").map(String.init)
      guard parts.count == 3, let workload = Workload(rawValue: parts[0]), let n = Int(parts[2]) else { return nil }
      self.init(workload: workload, candidate: parts[1], n: n)
    }

    var description: String { "\(workload.rawValue)/\(candidate)/\(n)" }

    var region: CallgrindRegion? { Candidate.all.first { $0.name == candidate }?.region(workload, n) }
  }

  enum Failure: Error, CustomStringConvertible {
    case noValgrind
    case failed(String)

    var description: String {
      switch self {
      case .noValgrind:
        "valgrind is not installed: no instructions and retains. On Debian and Ubuntu: apt-get install valgrind"
      case .failed(let reason): "callgrind failed (\(reason)): no instructions and retains"
      }
    }
  }

  let keys: [Key]

  /// Nil when interrupted.
  func run(progress: ProgressLine) throws -> [Key: Figures]? {
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
        stripped(in: directory).path, RegionCommand.name,
      ] + keys.map(\.description)
    // Else dictionaries hash differently in every process.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
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

  /// A copy without debug information: callgrind spends seconds on it, and gives up on some of it.
  private func stripped(in directory: URL) -> URL {
    let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let copy = directory.appendingPathComponent(program.lastPathComponent)
    return Subprocess.output("strip", "--strip-debug", "-o", copy.path, program.path) == nil ? program : copy
  }

  /// False when interrupted.
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
      progress.show(done: done, of: keys.count + 1, "counting instructions")
      Thread.sleep(forTimeInterval: 0.05)
    }
    return !Interruption.isRequested
  }

  private func figures(in directory: URL) throws -> [Key: Figures] {
    func profile(_ number: Int) throws -> CallgrindProfile {
      let file = directory.appendingPathComponent("profile.\(number)")
      guard let text = try? String(contentsOf: file, encoding: .utf8), let profile = CallgrindProfile(parsing: text)
      else { throw Failure.failed("profile \(number) is missing") }
      return profile
    }
    // The first is of the empty region.
    let marks = try profile(1).instructions
    var figures: [Key: Figures] = [:]
    for (index, key) in keys.enumerated() {
      guard let operations = key.region?.operations else { continue }
      let found = try profile(index + 2)
      figures[key] = Figures(
        instructionsPerOp: Double(found.instructions - marks) / Double(operations),
        retainsPerOp: Double(found.retains) / Double(operations))
    }
    return figures
  }
}

/// What ``CallgrindRun`` starts: runs the empty region, then those named.
struct RegionCommand: ParsableCommand {
  static let name = "callgrind-regions"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @Argument var keys: [String]

  func run() throws {
    let regions = try keys.map { key in
      guard let region = CallgrindRun.Key(key)?.region else { throw ValidationError("no region \(key)") }
      return region
    }
    CallgrindRegion.empty.run()
    for region in regions { region.run() }
  }
}
