import BenchmarkReport
import BenchmarkResults
import Foundation

/// The directory that reports are written to.
struct ReportDestination {
  let directory: URL
  /// Why nothing can be written there, or nil.
  let problem: ReportError?

  /// Makes the directory, and tries to write into it.
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
  func write(_ results: Results) throws(ReportError) -> [String] {
    if let problem { throw problem }
    return try ReportWriter(directory: directory).write(results).map { $0.relativePath }
  }

  /// What is there of the same build on the same machine; nil where nothing is.
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

  /// The system's own words, without the path, which the message names already.
  private static func reason(_ error: any Error, _ directory: URL) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(underlying.code)))
    }
    // Foundation has none where a file is in a directory's place; so what the system says to the same request.
    return mkdir(directory.path, 0o777) == 0 ? error.localizedDescription : String(cString: strerror(errno))
  }
}
