import BenchmarkCommand
import SubscriberWorkloads

/// The build with the trait `Tracing`.
enum Setting {
  static let name = "with trait Tracing"

  static var candidates: [Candidate] {
    let stopped = TracedSubject.measurables
    let recording = Recording(.automatic)
    let again = Recording(.automatic)
    let sequence = Recording(.sequence)
    return [
      Candidate("stopped", "the runtime with the trait, without a session", stopped),
      Candidate(
        "stopped-again", "stopped a second time; the difference is the noise of this run",
        stopped.filter { $0.key == TracingSuite.send }),
      Candidate(
        "recording", "the runtime with the trait, while a session records into memory",
        recording.measurables(of: stopped).merging([
          TracingSuite.event: RecordedEvents(recording).measurable,
          "event.cores": Measurable { _ in RecordedEvents.cores() },
        ]) { $1 }),
      Candidate(
        "recording-again", "recording a second time",
        again.measurables(of: stopped).filter { $0.key == TracingSuite.send }
          .merging([TracingSuite.event: RecordedEvents(again).measurable]) { $1 }),
      Candidate(
        "sequence-only", "recording in a session without clock",
        sequence.measurables(of: stopped).merging([TracingSuite.event: RecordedEvents(sequence).measurable]) { $1 }),
      Candidate(
        "floor-on", "the minimum in C: clock and 32-byte store; loop over function pointers", FloorEvents.measurables),
      Candidate("perfetto", "trace files that PerfettoWriter writes", TraceFiles.measurables),
    ]
  }

  static func runsChild(_ arguments: some Collection<String>) -> Bool { SummaryProcess.runs(arguments) }
}
