import Foundation
import SwitchboardTestSupport
import SwitchboardTraceFile
import SwitchboardTracing
import Testing

/// `TestPrograms`, run as a process that the environment asks to trace, or to report its leaks.
final class TracedProgram {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  /// What the program has printed so far, as far as it was read.
  private(set) var text = ""

  /// - Parameters:
  ///   - trace: The file for the trace.
  ///   - leaks: The file for the leaks.
  ///   - limit: The largest size of the files that the program writes, in bytes; a multiple of 1024.
  ///   - folder: The folder in which the program begins; nil for the current folder.
  init(
    _ arguments: [String], trace: String? = nil, leaks: String? = nil, limit: Int? = nil, folder: String? = nil
  ) throws {
    let path = try builtProgram("TestPrograms")
    if let limit {
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "ulimit -f \(limit / 1024); exec \"$0\" \"$@\"", path] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
    }
    var environment = ProcessInfo.processInfo.environment
    environment["SWITCHBOARD_TRACE"] = trace
    environment["SWITCHBOARD_LEAKS"] = leaks
    process.environment = environment
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.runUnblocked()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  var id: Int32 { process.processIdentifier }

  /// Returns when the program has printed a whole line, or has ended.
  func waitForLine() {
    while !text.contains("\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { return }
      text += String(decoding: piece, as: UTF8.self)
    }
  }

  /// Returns what the program writes to standard error first. Returns when it has written something, or has ended.
  func firstErrors() -> String { String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }

  struct Outcome {
    var reason: Process.TerminationReason
    var status: Int32
    var output: String
    var errors: String
  }

  /// Waits for the program's end, and returns the outcome.
  func end() -> Outcome {
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(reason: process.terminationReason, status: process.terminationStatus, output: text, errors: errors)
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }
}

/// Calls `body` with the path of a folder that exists until `body` returns.
func inScratchFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.path)
}

/// The contents of a trace file, read to its end.
struct Contents {
  var program: String
  var process: Int32
  /// The number of values that were sent, by the subject's name.
  var sent: [String: Int] = [:]
  /// The number of values and terminal events that were sent.
  var sends = 0
  var owners = 0
  var lost: UInt64 = 0
  /// Whether the file has its end.
  var isComplete: Bool

  init(of path: String) throws {
    var reader = try PerfettoReader(path: path)
    program = URL(fileURLWithPath: reader.header.program).lastPathComponent
    process = reader.header.processID
    isComplete = false
    while let record = try reader.next() {
      let name = reader.symbols.label(of: record).name ?? ""
      switch record.kind {
      case .send:
        sends += 1
        if record.event == .value { sent[name, default: 0] += 1 }
      case .ownerDeinit: owners += 1
      case .lost: lost += record.count
      default: break
      }
    }
    isComplete = reader.isComplete
  }
}

/// What the test program `load` has counted and printed.
struct Counts: Decodable {
  /// The number of records that a complete trace has, by kind.
  var kinds: [String: Int]

  /// - Parameter output: The counts, which may have lines of another program around them.
  init(printedIn output: String) throws {
    let (begin, end) = (output.firstIndex(of: "{"), output.lastIndex(of: "}"))
    let text = try #require(begin.flatMap { begin in end.map { output[begin...$0] } }, "the program printed: \(output)")
    self = try JSONDecoder().decode(Counts.self, from: Data(text.utf8))
  }
}
