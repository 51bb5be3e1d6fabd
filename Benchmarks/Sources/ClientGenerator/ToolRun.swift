import BenchmarkHarness
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The reason why a tool gave no result: a sentence that says what is wrong, and what to do.
public struct ToolFailure: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A finished run of a tool such as the compiler.
struct ToolRun {
  /// The text of standard output; with `joined` also that of standard error.
  let output: String
  /// The processor time of the tool and of all processes that it started and waited for, user and system, in seconds.
  let processorSeconds: Double

  /// The environment of tools: without variables that change what a build does or costs. The manifest of the library
  /// reads some of this project's variables.
  private static var environment: [String: String] {
    let removed = ["LD_PRELOAD", "MALLOC_CONF", "SWIFT_DETERMINISTIC_HASHING"]
    return ProcessInfo.processInfo.environment.filter { !removed.contains($0.key) && !$0.key.hasPrefix("SWITCHBOARD_") }
  }

  /// Runs a tool to its end. Throws if it is not installed, cannot start, or does not end with 0.
  ///
  /// - Parameters:
  ///   - input: The text for the tool's standard input.
  ///   - isJoined: Whether the output contains the text of standard error, where the compiler writes.
  init(_ tool: Tool, _ arguments: [String], input: String = "", isJoined: Bool = false) throws(ToolFailure) {
    try self.init(tool.location(), arguments, input: input, isJoined: isJoined)
  }

  /// Runs a program to its end. Throws if it cannot start, or does not end with 0.
  init(_ program: URL, _ arguments: [String], input: String = "", isJoined: Bool = false) throws(ToolFailure) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.environment = Self.environment
    process.standardOutput = pipe
    process.standardError = isJoined ? pipe : FileHandle.nullDevice
    let file = FileManager.default.temporaryDirectory.appending(path: "switchboard-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let before = Self.processorSeconds
    do {
      // A file, because a tool that answers while it reads would block with pipes at both ends.
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
      try process.run()
    } catch {
      throw ToolFailure("cannot start \(program.path): \(error.localizedDescription)")
    }
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    processorSeconds = Self.processorSeconds - before
    // Ctrl-C ends the tool too, and its last words would say nothing.
    if Interruption.isRequested { throw ToolFailure("interrupted") }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let command = ([program.lastPathComponent] + arguments.prefix(8)).joined(separator: " ")
      throw ToolFailure("`\(command)` failed with status \(process.terminationStatus)\(Self.reason(output))")
    }
  }

  /// The processor time of all finished children of this process.
  private static var processorSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Returns the lines that say why a tool failed: its errors, or else its last lines.
  static func reason(_ output: String) -> String {
    let lines = output.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") }
    let chosen = errors.isEmpty ? lines.suffix(5) : errors.prefix(5)
    return chosen.isEmpty ? "" : ":\n" + chosen.joined(separator: "\n")
  }
}

/// A tool that the measurement needs.
enum Tool: String, CaseIterable {
  case swift, size, nm
  case symbolizer = "llvm-symbolizer"

  /// Returns the tool's location on the `PATH`. Throws how to get a tool that is missing.
  func location() throws(ToolFailure) -> URL {
    guard let url = Subprocess.find(rawValue) else { throw ToolFailure("\(rawValue) is not on the PATH. \(advice)") }
    return url
  }

  /// Whether a measurement without ``SymbolReport`` needs the tool.
  var isNeededForSizes: Bool { self == .swift || self == .size }

  private var advice: String {
    switch self {
    case .swift, .symbolizer: "It is part of the Swift toolchain: https://www.swift.org/install"
    case .size, .nm: "On Debian and Ubuntu: apt-get install binutils"
    }
  }
}
