import BenchmarkReport
import BenchmarkResults
import Foundation

/// The directory for the reports.
struct ReportDestination {
  let directory: URL
  /// The reason why the directory cannot be written, or nil.
  let problem: ReportError?

  /// Creates the directory, and tries to write into it.
  init(_ directory: URL) {
    self.directory = directory
    let probe = directory.appendingPathComponent(".writable-\(ProcessInfo.processInfo.processIdentifier)")
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data().write(to: probe)
      try FileManager.default.removeItem(at: probe)
      problem = nil
    } catch {
      problem = .cannotWrite(path: directory.relativePath, reason: Self.reason(error, directory))
    }
  }

  /// Writes all reports and returns their paths.
  ///
  /// - Parameter onlyResults: Whether other suites follow, so that a report would soon be old.
  func write(_ results: Results, onlyResults: Bool) throws(ReportError) -> [String] {
    if let problem { throw problem }
    if onlyResults { return [try ReportWriter(directory: directory).writeResults(results).relativePath] }
    return try ReportWriter(directory: directory).write(results).map { $0.relativePath }
  }

  /// Returns the results in the directory, or nil where there are none. Throws if they come from another build or
  /// another machine.
  func earlierResults(fitting environment: Environment) throws(ReportError) -> Results? {
    let file = directory.appendingPathComponent("results.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let results = try ResultsFile.read(file)
    if let difference = results.environment.difference(from: environment) {
      throw .notUsable(path: file.relativePath, reason: difference)
    }
    return results
  }

  static func json(_ results: Results) throws -> String {
    String(decoding: try ResultsFile.data(results), as: UTF8.self)
  }

  /// Returns the system's error message without the path, because the caller's message already contains the path.
  private static func reason(_ error: any Error, _ directory: URL) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(underlying.code)))
    }
    // Foundation gives no system error when a file is in the place of the directory. So this repeats the request and
    // takes the system's error.
    return mkdir(directory.path, 0o777) == 0 ? error.localizedDescription : String(cString: strerror(errno))
  }
}
