#if NATS
  internal import SwitchboardLink

  /// What the server tells only in words: it has no code for it, or one code for several things. Its versions write
  /// these phrases alike, but not always in the same case.
  enum ServerWords: Equatable, Sendable {
    /// `Permissions Violation for Publish to "shop.live.tick.1.0.-"`
    case denied(DeniedUse)
    /// `Consumer Deleted`
    case deleted
    /// `Batch Completed`: a request has all its messages.
    case completed
    /// `Message Size Exceeds MaxBytes`: the next message is larger than the rest of a request.
    case exceedsRequest
    /// `write msgs/1.blk: no space left on device`
    case diskFull
    /// `maximum bytes exceeded`, and other limits of a stream.
    case streamFull
    case other

    init(_ words: String) {
      let lower = words.lowercased()
      let known: [(phrase: String, meaning: ServerWords)] = [
        // First, because words about a full disk name a path.
        ("no space left on device", .diskFull), ("maximum messages", .streamFull), ("maximum bytes", .streamFull),
        ("message size exceeds maxbytes", .exceedsRequest), ("deleted", .deleted), ("completed", .completed),
      ]
      if lower.contains("permissions violation"), let use = Self.use(words, isReceiving: lower.contains("for subscr")) {
        self = .denied(use)
      } else {
        self = known.first { lower.contains($0.phrase) }?.meaning ?? .other
      }
    }

    /// Returns the use of the subject that the words quote. The C client keeps the first 255 bytes of the words.
    private static func use(_ words: String, isReceiving: Bool) -> DeniedUse? {
      guard let start = words.firstIndex(of: "\"") else { return nil }
      let rest = words[words.index(after: start)...]
      let end = rest.firstIndex(of: "\"")
      let subject = String(rest[..<(end ?? rest.endIndex)])
      return isReceiving ? .receiving(pattern: subject) : .publishing(subject: subject, isWhole: end != nil)
    }
  }

  extension DeniedUse {
    /// The error of a use that the server does not allow.
    var error: TransportError {
      let (subject, verb) =
        switch self {
        case .publishing(let subject, _): (subject, "publish to")
        case .receiving(let pattern): (pattern, "subscribe to")
        case .answers: ("_INBOX.>", "subscribe to")
        }
      return TransportError(
        .unauthorized, subject: subject, reason: "the server does not allow this user to \(verb) the subject",
        advice: "allow it to the user on the server; the page Links lists what a program needs")
    }
  }
#endif
