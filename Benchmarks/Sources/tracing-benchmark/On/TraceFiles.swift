import BenchmarkHarness
import Foundation
import SubscriberWorkloads
import Switchboard
import Synchronization

/// Files of a trace that is mostly sends and deliveries. The subjects send in turn, and have one to eight subscribers
/// each.
enum TraceFiles {
  private static let rounds = 5

  static var measurables: [String: Measurable] {
    [
      "file.write": Measurable { n throws(FailedCheck) in try written(n).write },
      "file.read": Measurable { n throws(FailedCheck) in try written(n).read },
      "file.bytes": Measurable { n throws(FailedCheck) in try written(n).bytes },
      "summary": Measurable { n throws(FailedCheck) in try SummaryProcess.trial(records: n) },
    ]
  }

  private struct Written {
    var write: Trial?
    var read: Trial?
    var bytes: Trial?
  }

  /// Sends until about `records` records have been made. Returns the number of deliveries.
  static func send(records: Int) -> Int {
    let subjects = (1...8).map { number in
      let subject = PublishSubject<Int, Never>(name: "subject \(number)")
      for position in 0..<number {
        Sinks.shared[position]._withUnsafeGuaranteedRef { sink in
          _ = subject.subscribe { v in sink.hit(v) }
        }
      }
      return subject
    }
    var (recorded, deliveries, value) = (0, 0, 0)
    while recorded < records {
      let index = value & 7
      subjects[index].send(value)
      recorded += index + 3
      deliveries += index + 1
      value += 1
    }
    return deliveries
  }

  /// The measurements so far, by size: one measurement serves three rows.
  private static let known = Mutex<[Int: Written]>([:])

  private static func written(_ n: Int) throws(FailedCheck) -> Written {
    if let known = known.withLock({ $0[n] }) { return known }
    do {
      let written = try temporary { try measured($0, n) }
      known.withLock { $0[n] = written }
      return written
    } catch let error as FailedCheck {
      throw error
    } catch {
      throw FailedCheck("\(error)")
    }
  }

  private static func measured(_ file: URL, _ n: Int) throws -> Written {
    // The capacity has room for the subscriptions.
    let session = try TraceSession.start(TraceConfiguration(whenFull: .stop, recordsPerThread: n + 4096))
    let deliveries = send(records: n)
    let snapshot = try session.stop()
    guard snapshot.records.count(where: { $0.kind == .deliver }) == deliveries else {
      throw FailedCheck("the trace does not have all \(deliveries) deliveries of the benchmark")
    }
    let count = snapshot.records.count
    var (writes, reads): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      writes.append(try time(count) { try snapshot.write(to: file.path) })
      var read = 0
      reads.append(
        try time(count) {
          var reader = try PerfettoReader(path: file.path)
          while try reader.next() != nil { read += 1 }
        })
      guard read == count else { throw FailedCheck("the writer wrote \(count) records, but the reader read \(read)") }
    }
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    return Written(
      write: Statistics(writes).map { Trial($0) }, read: Statistics(reads).map { Trial($0) },
      bytes: size.flatMap { Statistics([Double($0) / Double(count)]) }.map { Trial($0) })
  }

  private static func time(_ operations: Int, _ body: () throws -> Void) rethrows -> Double {
    let began = MonotonicClock.now()
    try body()
    return Double(MonotonicClock.now() - began) / Double(operations)
  }

  /// Runs `body` with the path of a temporary file, and removes the file afterwards.
  static func temporary<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-\(UUID().uuidString).pftrace")
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file)
  }
}
