import Foundation
import Switchboard
import SwitchboardLink

/// Writes what a link tells to the standard error, one line of JSON each: states, problems, and the census.
///
/// The census is written from time to time, because a killed process cannot write its last one.
final class Reports: Sendable {
  private struct Line: Encodable {
    var time = Date().timeIntervalSince1970
    var state: String?
    var problem: String?
    var census: LinkCensus?
    var begun: Int?
  }

  private let link: BusLink
  private let reporting = SerialDisposable()
  /// Returns how many publications were begun; nil for a member.
  private let begun: @Sendable () -> Int?

  init(_ link: BusLink, begun: @escaping @Sendable () -> Int? = { nil }) {
    (self.link, self.begun) = (link, begun)
    link.state.subscribe { Self.write(Line(state: $0.description)) }
    link.problems.subscribe { Self.write(Line(problem: $0.description)) }
    reporting.disposable = Scheduler.queue(label: "reports").schedule(after: .zero, every: .milliseconds(100)) {
      [weak self] in self?.writeCensus()
    }
  }

  func writeCensus() { Self.write(Line(census: link.census, begun: begun())) }

  private static func write(_ line: Line) {
    guard var data = try? JSONEncoder().encode(line) else { return }
    data.append(UInt8(ascii: "\n"))
    FileHandle.standardError.write(data)
  }
}
