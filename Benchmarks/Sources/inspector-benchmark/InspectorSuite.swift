import BenchmarkCommand
import BenchmarkReport
import Foundation
import SubscriberWorkloads

/// The suite `inspector`: the costs of the counters, and of an open page.
enum InspectorSuite {
  private typealias Names = InspectorNames

  /// - Parameters:
  ///   - others: The programs of other builds, which are measured together with this one.
  ///   - isQuick: Whether the figures of watched programs come from short runs.
  static func suite(others: [Build: URL] = [:], isQuick: Bool = false) -> Suite {
    var suite = Suite(
      Names.suite, workloads: workloads, candidates: candidates(others, isQuick), sizes: Sizes(1),
      setting: settings[.current]
    ) { cells in
      cells.filter { !$0.candidate.hasSuffix("-again") }
    }
    suite.processArguments = others.map { "\($0.key.rawValue)=\($0.value.path)" }.sorted()
    suite.otherBuilds = Dictionary(uniqueKeysWithValues: others.map { ($0.key.rawValue, $0.value.path) })
    if Build.current == .inspector {
      suite.gaps = [Build.off, .tracing].filter { others[$0] == nil }.map {
        "Counting was not compared with the build \($0.rawValue), because --\($0.rawValue) names no program."
      }
    }
    return suite
  }

  private static let settings: [Build: String] = [.tracing: "with trait Tracing", .inspector: "with trait Inspector"]

  private static func candidates(_ others: [Build: URL], _ isQuick: Bool) -> [Candidate] {
    let own = Counting.measurables
    guard Build.current == .inspector else {
      return [Candidate(Build.current.rawValue, Build.current.summary, own)]
    }
    let builds = [Build.off, .tracing].map { build in
      // What such a build counts exactly, it counts itself.
      let measurables = own.mapValues { own in
        others[build].map { SamplingProcess.measurable(of: $0, like: own) } ?? Measurable { _ in nil }
      }
      return Candidate(build.rawValue, build.summary, measurables)
    }
    return builds + [
      Candidate(Names.counting, Build.inspector.summary, own),
      Candidate(
        Names.control.name, "inspector a second time; the difference is the noise of this run",
        own.filter { [Names.send, Names.dispatch].contains($0.key) }),
    ] + watched(isQuick)
  }

  private static func watched(_ isQuick: Bool) -> [Candidate] {
    #if Inspector
      let runs = WatchedRuns(isQuick: isQuick)
      let loads = WatchJob.Load.allCases
      func byLoad(_ workloads: [(String) -> String]) -> [String: WatchJob.Load] {
        Dictionary(uniqueKeysWithValues: workloads.flatMap { name in loads.map { (name($0.rawValue), $0) } })
      }
      return [
        Candidate(
          Names.alone, "a program with an inspector whose page is not open",
          runs.measurables(
            Names.alone,
            byLoad([Names.watching, Names.rate]).merging([Names.burst: .saturated, Names.burstRate: .saturated]) { $1 })
        ),
        Candidate(
          Names.watched, "the same program while a process asks for what the page shows, once a second",
          runs.measurables(
            Names.watched,
            byLoad([Names.watching, Names.ratio, Names.rate, Names.thread, Names.answer]).merging(
              [
                Names.loss("hot"): .hot, Names.loss("all"): .all, Names.allocated: .hot, Names.resident: .hot,
              ]) { $1 })),
        Candidate(
          Names.burst, "the same program while its inspector records a burst",
          runs.measurables(
            Names.burst,
            [
              Names.burst: .saturated, Names.burstRate: .saturated, Names.burstShare: .saturated,
              Names.burstEnd: .saturated,
            ])),
      ]
    #else
      return []
    #endif
  }
}
