import BenchmarkCommand
import SubscriberWorkloads

/// The cost of the probes: while a session records, while none records, and without tracing in the build.
enum TracingSuite {
  static var suite: Suite {
    Suite(
      "tracing", workloads: workloads, candidates: Setting.candidates, sizes: one,
      setting: Setting.name
    ) { cells in
      cells.filter { !$0.candidate.hasSuffix("-again") }
    }
  }

  static let event = "event"
  static let send = "send"
  static let subscribe = "subscribe"
  static let churn = "subscribe+dispose"

  private static let one = Sizes(full: [1], quick: [1])
  private static let threads = Sizes(full: [1, 2], quick: [1, 2])
  private static let audience = Sizes(full: [1, 16], quick: [1, 16])
  private static let subscribers = Sizes(full: [256], quick: [256])
  private static let records = Sizes(full: [1_000_000], quick: [1_000_000])

  private static let workloads = [
    Workload(
      event, sizes: threads,
      "Record events on n threads at the same time; per event, in the processor time of the recording thread."),
    Workload(
      "event.cores", sizes: Sizes(full: [2], quick: [2]),
      "Divide the processor time of both threads by the elapsed time of the previous rounds; 2 if each had a core."),
    Workload(send, sizes: audience, "Send one value through a subject to n subscribers; per value, not per delivery."),
    Workload(
      subscribe, sizes: subscribers,
      "Add n subscribers to a subject; per subscriber. Count instructions and mallocs; measure no time."),
    Workload(
      churn, sizes: subscribers,
      "Dispose the oldest of n subscribers of a subject and add a new one; per pair."),
    Workload("file.write", sizes: records, "Write a trace of n records; per record."),
    Workload("file.read", sizes: records, "Read the written file; per record. Check that all records are there."),
    Workload("file.bytes", sizes: records, "Determine the size of the written file; per record."),
    Workload(
      "summary", sizes: Sizes(full: [10_000_000], quick: []),
      "Summarise a streamed trace of n records in a separate process; per record, with the peak memory of that process."
    ),
  ]
}
