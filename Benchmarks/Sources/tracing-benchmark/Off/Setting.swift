import BenchmarkCommand
import SubscriberWorkloads

/// The build without the trait `Tracing`.
enum Setting {
  static let name = "without trait Tracing"

  static var candidates: [Candidate] {
    [
      Candidate("off", "the runtime without the trait Tracing", TracedSubject.measurables),
      Candidate(
        "off-again", "off a second time; the difference is the noise of this run",
        TracedSubject.measurables.filter { $0.key == TracingSuite.send }),
      Candidate(
        "floor-off", "the minimum in C: clock and 32-byte store; loop over function pointers", FloorEvents.measurables
      ),
    ]
  }

  /// Always returns false, because this build starts no child process.
  static func runsChild(_ arguments: some Collection<String>) -> Bool { false }
}
