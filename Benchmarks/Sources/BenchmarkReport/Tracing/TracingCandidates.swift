/// The names of the suite `tracing`, and what they mean.
enum TracingCandidates {
  static let off = "off"
  static let stopped = "stopped"
  static let recording = "recording"
  static let sequence = "sequence-only"
  static let floor = (on: "floor-on", off: "floor-off")
  static let files = "perfetto"
  static let controls = [
    (name: "off-again", of: off), (name: "stopped-again", of: stopped), (name: "recording-again", of: recording),
  ]

  static let order =
    [off, stopped, recording, sequence, floor.on, floor.off, files] + controls.map(\.name)

  static let event = "event"
  static let cores = "event.cores"
  static let send = "send"
  static let subscribe = "subscribe"
  static let write = "file.write"
  static let bytes = "file.bytes"
  static let summary = "summary"

  static let workloads = [
    event, cores, send, subscribe, "subscribe+dispose", write, "file.read", bytes, summary,
  ]

  /// Returns a sentence that defines one operation of a workload.
  static func sentence(_ workload: String) -> String? {
    switch workload {
    case event:
      """
      n threads record at the same time, each into a separate ring. One operation is one event, in the processor time \
      of its thread. The floors read the same clock and store 32 bytes.
      """
    case cores:
      "Processor time of both threads ÷ elapsed time: 2 when each thread had a core, 1 when the threads shared a core."
    case send:
      """
      Sends a value through a subject to n subscribers. One operation is one value for any n. While a session \
      records, one value is n + 2 events. The floors are a C loop over function pointers.
      """
    case subscribe: "Adds n subscribers to a subject. One operation is one subscription."
    case "subscribe+dispose":
      "Disposes the oldest of n subscribers of a subject and adds a new one. One operation is both, and two events."
    case write: "Writes a trace of n records, mostly sends and deliveries, to a file. One operation is one record."
    case "file.read": "Reads the written file. One operation is one record."
    case bytes: "The size of the written file ÷ the number of its records."
    case summary:
      """
      Another process summarises a trace of n records that was streamed to a file. One operation is one record. The \
      time includes reading the file.
      """
    default: nil
    }
  }
}
