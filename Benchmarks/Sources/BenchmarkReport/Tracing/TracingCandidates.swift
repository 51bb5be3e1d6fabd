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
}
