import BenchmarkCommand
import SubscriberWorkloads

/// The build without the trait.
enum Setting {
  static let name = "without trait Tracing"

  static var candidates: [Candidate] {
    [
      Candidate("off", "the runtime without the trait Tracing", TracedSubject.measurables),
      Candidate(
        "off-again", "off a second time: their difference is the noise of this run",
        TracedSubject.measurables.filter { $0.key == TracingSuite.send }),
      Candidate(
        "floor-off", "clock and 32-byte store in C, in the process of off", [TracingSuite.event: FloorEvents.measurable]),
    ]
  }

  /// It starts no process of its own.
  static func runsChild(_ arguments: some Collection<String>) -> Bool { false }
}
