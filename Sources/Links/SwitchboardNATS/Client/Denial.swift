#if NATS
  internal import SwitchboardLink

  /// What a server does not allow, as it says:
  /// `Permissions Violation for Publish to "shop.live.tick.1.0.-"`.
  struct Denial: Sendable {
    let use: DeniedUse

    /// Nil if the words say something else. The C client keeps the first 255 bytes of them.
    init?(_ words: String) {
      let lower = words.lowercased()
      guard lower.contains("permissions violation"), let start = words.firstIndex(of: "\"") else { return nil }
      let rest = words[words.index(after: start)...]
      let end = rest.firstIndex(of: "\"")
      let subject = String(rest[..<(end ?? rest.endIndex)])
      use =
        lower.contains("for subscription to")
        ? .receiving(pattern: subject) : .publishing(subject: subject, isWhole: end != nil)
    }

    func error(_ words: String) -> TransportError {
      let (subject, verb) =
        switch use {
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
