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
      "Record one event on each of n threads at once; per event, in the processor time of the thread that records it."),
    Workload(
      "event.cores", sizes: Sizes(full: [2], quick: [2]),
      "Processor time of both threads ÷ the time that passed, of the rounds before: 2 when each had a core."),
    Workload(send, sizes: audience, "Send one value through a subject to n subscribers; per value, not per delivery."),
    Workload(
      subscribe, sizes: subscribers,
      "n subscribers join a subject; per subscriber. Not timed: instructions and mallocs."),
    Workload(
      churn, sizes: subscribers,
      "On a subject with n subscribers, dispose of the oldest and subscribe a new one; per such pair."),
    Workload("file.write", sizes: records, "Write a trace of n records; per record."),
    Workload("file.read", sizes: records, "Read that file; per record, of which there are as many as were written."),
    Workload("file.bytes", sizes: records, "Size of that file; per record."),
    Workload(
      "summary", sizes: Sizes(full: [10_000_000], quick: []),
      "Summarise a streamed trace of n records, in a process of its own; per record, with that process's peak memory."),
  ]
}
