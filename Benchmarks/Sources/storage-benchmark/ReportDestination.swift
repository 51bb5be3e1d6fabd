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
