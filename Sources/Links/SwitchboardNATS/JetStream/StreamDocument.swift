#if NATS
  internal import SwitchboardBroadcast
  internal import SwitchboardLink

  /// The settings of a stream in JSON.
  struct StreamDocument: Codable, Sendable {
    var name: String
    var description: String?
    var subjects: [String]?
    var retention = "limits"
    var storage = "file"
    var discard = "old"
    var maxBytes: Int64
    /// Set only by others; below 1: none.
    var maxMessageBytes: Int?
    var maxAge: Int64
    var duplicateWindow: Int64?
    var replicas: Int
    var mostOfSubject: Int?

    enum CodingKeys: String, CodingKey {
      case name, description, subjects, retention, storage, discard
      case maxBytes = "max_bytes"
      case maxMessageBytes = "max_msg_size"
      case maxAge = "max_age"
      case duplicateWindow = "duplicate_window"
      case replicas = "num_replicas"
      case mostOfSubject = "max_msgs_per_subject"
    }

    init(_ stream: StreamSettings) {
      name = stream.serverName
      description = stream.note
      subjects = [stream.pattern.text]
      discard = stream.limits.whenFull == .dropOldest ? "old" : "new"
      maxBytes = Int64(stream.limits.bytes)
      maxAge = stream.limits.age.nanoseconds
      // The server accepts no window that is longer than the age.
      duplicateWindow = min(stream.duplicateWindow, stream.limits.age).nanoseconds
      replicas = max(1, stream.replicas)
      if stream.keepsLast { mostOfSubject = 1 }
    }

    /// Returns what an existing stream has otherwise; nil: nothing that matters.
    func conflict(with existing: StreamDocument) -> TransportError? {
      let inspect = "see `nats stream info \(name)`"
      if existing.subjects ?? [] != subjects ?? [] {
        return .conflict(
          name, "the stream has the subjects \(existing.subjects ?? []) instead of \(subjects ?? [])",
          "it belongs to other software: rename the application or the event; \(inspect)")
      }
      if existing.description != description {
        return .conflict(
          name, "the stream has the note “\(existing.description ?? "")” instead of “\(description ?? "")”",
          "use the same number of partitions in all programs, or delete the stream: `nats stream rm \(name)`")
      }
      let pairs: [(name: String, old: String, new: String, option: String)] = [
        ("limit of bytes", "\(existing.maxBytes)", "\(maxBytes)", "--max-bytes=\(maxBytes)"),
        ("age in ns", "\(existing.maxAge)", "\(maxAge)", "--max-age=\(max(1, maxAge / 1_000_000_000))s"),
        ("policy when full", existing.discard, discard, "--discard=\(discard)"),
        (
          "duplicate window in ns", "\(existing.duplicateWindow ?? 0)", "\(duplicateWindow ?? 0)",
          "--dupe-window=\(max(1, (duplicateWindow ?? 0) / 1_000_000_000))s"
        ),
        (
          "limit of messages of a subject", "\(max(0, existing.mostOfSubject ?? 0))", "\(mostOfSubject ?? 0)",
          "--max-msgs-per-subject=\(mostOfSubject ?? -1)"
        ),
        ("number of replicas", "\(existing.replicas)", "\(replicas)", "--replicas=\(replicas)"),
      ]
      let changed = pairs.filter { $0.old != $0.new }
      if changed.isEmpty { return nil }
      let differences = changed.map { "\($0.name) (\($0.old), not \($0.new))" }.joined(separator: ", ")
      let options = changed.map(\.option).joined(separator: " ")
      return .conflict(
        name, "the stream has another \(differences)",
        "run `nats stream edit \(name) \(options)`, or change the limits in the code")
    }
  }

  /// What the server says of a stream.
  struct StreamAnswer: Decodable, Sendable {
    struct State: Decodable, Sendable {
      var firstSequence: UInt64
      enum CodingKeys: String, CodingKey { case firstSequence = "first_seq" }
    }
    var config: StreamDocument
    var state: State
    /// When the stream was made, in nanoseconds.
    var created: String
  }
#endif
