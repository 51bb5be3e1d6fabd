public import Foundation

/// Runs programs that are found on the path.
public enum Subprocess {
  /// Runs a program and returns its standard output, trimmed; nil if there is no such program or it failed.
  public static func output(_ program: String, _ arguments: String...) -> String? {
    guard let url = find(program) else { return nil }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = url
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the location of a program on the `PATH`.
  public static func find(_ program: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
