import ArgumentParser
import Foundation
import Switchboard

struct SoakCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Keep the library under mixed load, and fail if its memory grows.",
    discussion: """
      One thread runs random programs, another one runs races. Once a second the command samples the live bytes of the \
      allocator, the resident bytes, and the programs and deliveries of that second.

      Memory grows if the slope of the live bytes over the second half of the samples is above --bound for certain. \
      The slope is the median of the slopes between all pairs of samples (Theil and Sen). The lower end of its 95 % \
      interval must not be above the bound.

      With --json the keys are: minutes, samples, allocator, slope (bytes per second: median, low, high), bound, \
      programs, deliveries, faults, grows.
      """)

  @Option(help: "How long to run.")
  var minutes = 1.0

  @Option(help: "The seed of the programs.")
  var seed: UInt64 = 1

  @Option(help: "The growth in bytes per second that counts as noise.")
  var bound = 4096.0

  @Option(help: "Write the samples to this file.", completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(help: "Write a chart of the samples to this file.", completion: .file(extensions: ["svg"]))
  var chart: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    if minutes * 60 < 20 { throw ValidationError("--minutes must be a third (20 seconds) or more.") }
    if bound < 0 { throw ValidationError("--bound must be 0 or more.") }
  }

  func run() throws {
    // Fails before the soak, not after it.
    for path in [csv, chart].compactMap(\.self) { try write("", to: path) }
    CrashReport.install()
    let load = Load(seed: seed)
    var progress = Progress()
    var samples: [Sample] = []
    var (programs, deliveries) = (0, 0)
    let second = DispatchSemaphore(value: 0)
    let clock = Scheduler.queue(label: "samples").schedule(after: .seconds(1), every: .seconds(1)) { second.signal() }
    defer { clock.dispose() }
    while progress.seconds < minutes * 60, load.findings.faults.isEmpty {
      second.wait()
      let (nowPrograms, nowDeliveries) = (load.programs, load.findings.deliveries)
      samples.append(
        Sample(
          second: samples.count + 1, liveBytes: Memory.liveBytes, residentBytes: Memory.residentBytes,
          programs: nowPrograms - programs, deliveries: nowDeliveries - deliveries))
      (programs, deliveries) = (nowPrograms, nowDeliveries)
      progress.show("\(samples.last!.liveBytes.grouped) live bytes, \(programs.grouped) programs")
    }
    load.end()
    progress.clear()
    try finish(samples, programs, deliveries, load.findings.faults)
  }

  private func finish(_ samples: [Sample], _ programs: Int, _ deliveries: Int, _ faults: [String]) throws {
    let slope = Slope(samples.suffix(samples.count / 2).map { Double($0.liveBytes) })
    let result = SoakResult(
      minutes: minutes, samples: samples.count, allocator: Memory.source, slope: slope, bound: bound,
      programs: programs, deliveries: deliveries, faults: faults, grows: slope.low > bound)
    let (median, low, high) = (Int(slope.median).grouped, Int(slope.low).grouped, Int(slope.high).grouped)
    let verdict = "\(median) bytes/s (\(low) to \(high)), bound \(Int(bound).grouped)"
    if let csv { try write(Sample.header + samples.map(\.row).joined(), to: csv) }
    if let chart { try write(Chart(samples, title: "soak: slope of live bytes \(verdict)").svg, to: chart) }
    if json {
      try printJSON(result)
    } else {
      for fault in faults { print(fault) }
      print(
        """
        soak: \(samples.count) s, \(programs.grouped) programs, \(deliveries.grouped) deliveries; live bytes by \
        \(Memory.source): slope \(verdict): \(result.grows ? "MEMORY GROWS" : "no growth")
        """)
    }
    if result.grows || !faults.isEmpty { throw Exit.found }
  }
}

struct SoakResult: Encodable {
  var minutes: Double
  var samples: Int
  var allocator: String
  var slope: Slope
  var bound: Double
  var programs: Int
  var deliveries: Int
  var faults: [String]
  var grows: Bool
}
