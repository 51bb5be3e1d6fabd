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
      n threads record at once, each into its own ring. One operation is one event, in the processor time of its \
      thread. The floors read the same clock and store 32 bytes.
      """
    case cores:
      "Processor time of both threads ÷ the time that passed: 2 when each had a core to itself, 1 when they took turns."
    case send:
      """
      A value is sent through a subject to n subscribers. One operation is one value, whatever n is. While a session \
      records, that is n + 2 events. The floors are a C loop over function pointers.
      """
    case subscribe: "n subscribers join a subject. One operation is one of them."
    case "subscribe+dispose":
      "On a subject with n subscribers the oldest leaves and a new one joins. One operation is both, and two events."
    case write: "A trace of n records, mostly sends and deliveries, is written to a file. One operation is one record."
    case "file.read": "That file is read."
    case bytes: "That file's size, divided by its records."
    case summary:
      """
      A trace of n records that was streamed to a file is summarised by another process. One operation is one record; \
      reading the file is included.
      """
    default: nil
    }
  }
}
