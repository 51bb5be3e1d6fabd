import BenchmarkHarness
import Foundation
import SubscriberWorkloads
import Switchboard

/// The summary of a trace that was streamed to a file. This program summarises it in a separate process that does
/// nothing else, so that its memory can be measured. The process does what `switchboard-trace summary` does.
enum SummaryProcess {
  private static let command = "summarise-trace"

  private struct Report: Codable {
    var records: UInt64
    var lost: UInt64
    var deliveries: UInt64
    var nanoseconds: UInt64
    var peakBytes: UInt64?
  }

  static func trial(records: Int) throws(FailedCheck) -> Trial? {
    do {
      return try TraceFiles.temporary { file in
        let session = try TraceSession.stream(to: PerfettoWriter(path: file.path))
        let deliveries = TraceFiles.send(records: records)
        try session.stop()
        let report = try summarised(file)
        guard report.lost == 0, report.deliveries == deliveries else {
          throw FailedCheck(
            """
            the trace has \(deliveries) deliveries; the summary has \(report.deliveries) deliveries and \
            \(report.lost) lost records
            """)
        }
        return Statistics([Double(report.nanoseconds) / Double(report.records)]).map {
          Trial($0, peakBytes: report.peakBytes.map { Double($0) })
        }
      }
    } catch let error as FailedCheck {
      throw error
    } catch {
      throw FailedCheck("\(error)")
    }
  }

  private static func summarised(_ file: URL) throws -> Report {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [command, file.path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw FailedCheck("the process of the summary ended with exit status \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(Report.self, from: data)
  }

  /// Summarises a trace in the process that was started for this. Returns false in any other process.
  static func runs(_ arguments: some Collection<String>) -> Bool {
    guard arguments.first == command, let path = arguments.dropFirst().first else { return false }
    do {
      let began = MonotonicClock.now()
      var reader = try PerfettoReader(path: path)
      let totals = try reader._totals()
      let report = Report(
        records: totals.records, lost: totals.lost, deliveries: totals.deliveries,
        nanoseconds: MonotonicClock.now() - began, peakBytes: peakBytes())
      FileHandle.standardOutput.write(try JSONEncoder().encode(report))
    } catch {
      StandardError.write("\(error)\n")
      exit(65)
    }
    return true
  }

  /// Returns the peak physical memory of this process; nil where the system does not tell it.
  private static func peakBytes() -> UInt64? {
    #if os(Linux)
      // Not `getrusage`: after an `exec` it still reports the process that started this process.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { UInt64($0) }.map { $0 * 1024 }
    #else
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? UInt64(usage.ru_maxrss) : nil
    #endif
  }
}
