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

  private static let one = Sizes(1)
  private static let subscribers = Sizes(256)
  private static let records = Sizes(1_000_000)

  private static let workloads = [
    Workload(
      event, per: "event", sizes: Sizes(1, 2),
      """
      n threads record at the same time, each into a separate ring. One operation is one event, in the processor time \
      of its thread. The floors read the same clock and store 32 bytes.
      """),
    Workload(
      "event.cores", unit: "cores", sizes: Sizes(2),
      """
      Processor time of both threads ÷ elapsed time: 2 when each thread had a core, 1 when the threads shared a core.
      """),
    Workload(
      send, per: "value", sizes: Sizes(1, 16),
      """
      Sends a value through a subject to n subscribers. One operation is one value for any n. While a session \
      records, one value is n + 2 events. The floors are a C loop over function pointers.
      """),
    Workload(
      subscribe, per: "subscription", sizes: subscribers,
      "Adds n subscribers to a subject. One operation is one subscription."),
    Workload(
      churn, sizes: subscribers,
      "Disposes the oldest of n subscribers of a subject and adds a new one. One operation is both, and two events."),
    Workload(
      "file.write", per: "record", sizes: records,
      "Writes a trace of n records, mostly sends and deliveries, to a file. One operation is one record."),
    Workload("file.read", per: "record", sizes: records, "Reads the written file. One operation is one record."),
    Workload(
      "file.bytes", unit: "bytes/op", per: "record", sizes: records,
      "The size of the written file ÷ the number of its records."),
    Workload(
      "summary", per: "record", sizes: Sizes(full: [10_000_000], quick: []),
      """
      Another process summarises a trace of n records that was streamed to a file. One operation is one record. The \
      time includes reading the file.
      """),
  ]
}
