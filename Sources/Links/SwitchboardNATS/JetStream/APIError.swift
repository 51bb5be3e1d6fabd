#if NATS
  internal import SwitchboardLink

  /// An error of JetStream.
  struct APIError: Decodable, Sendable {
    var code: Int
    var errCode: Int?
    var description: String?

    enum CodingKeys: String, CodingKey {
      case code, description
      case errCode = "err_code"
    }

    /// Whether JetStream may succeed a little later: the cluster elects a leader, or the storage is starting.
    var isTemporary: Bool {
      switch errCode {
      // Not the leader, no leader, the message is being stored, too many requests, a server is being chosen.
      case 10004, 10005, 10008, 10009, 10158, 10167, 10194: true
      case 10023: words == .diskFull
      // The storage failed, such as a file of a stream that is just being deleted. A full stream is no failure.
      case 10077: words != .streamFull
      default: code == 503 && !hasNoStreams
      }
    }

    /// What the description says. The code 10077 has a full disk and a full stream.
    private var words: ServerWords { ServerWords(description ?? "") }

    /// Whether the server or the account runs without JetStream.
    var hasNoStreams: Bool { errCode == 10039 || errCode == 10076 }

    /// The error of a request that may succeed later.
    func temporary(_ subject: String) -> TransportError {
      TransportError(
        .unreachable, subject: subject, reason: "\(description ?? "no reason") (code \(errCode ?? code))",
        advice: words == .diskFull
          ? "free space on the disk of the server"
          : "check the log of nats-server and, in a cluster, whether most servers run")
    }

    /// The error of a request or a message.
    func error(_ subject: String) -> TransportError {
      let reason = "\(description ?? "no reason") (code \(errCode ?? code))"
      return switch errCode {
      case 10039, 10076: .noStreams(subject, reason)
      case 10002, 10023, 10028, 10047, 10077:
        TransportError(
          .full, subject: subject, reason: reason,
          advice: "handle events faster, raise the limits of the stream, or give the server more storage")
      // The message is larger than the stream takes, or its headers are.
      case 10054, 10097:
        TransportError(
          .tooLarge, subject: subject, reason: reason,
          advice: "send less data and shorter identities, or raise max_msg_size of the stream")
      case 10013, 10058, 10065, 10148: .conflict(subject, reason, "use another name, or delete what exists")
      default: TransportError(.refused, subject: subject, reason: reason, advice: "check the log of nats-server")
      }
    }
  }

  /// The part of an answer that says why a request failed.
  struct APIFailure: Decodable {
    var error: APIError
    /// The stream that refused a message.
    var stream: String?
  }

  extension TransportError {
    /// A server without JetStream.
    static func noStreams(_ subject: String, _ reason: String) -> TransportError {
      TransportError(
        .noStreams, subject: subject, reason: "the server has no JetStream (\(reason))",
        advice: "start nats-server with -js")
    }

    /// A server on which no stream listens to a subject.
    static func noStorage(_ subject: String) -> TransportError {
      TransportError(
        .unreachable, subject: subject, reason: "no stream stores the subject now",
        advice: "check the log of nats-server, and whether its disk is full")
    }

    /// Something of the same name that is different.
    static func conflict(_ subject: String, _ reason: String, _ advice: String) -> TransportError {
      TransportError(.conflict, subject: subject, reason: reason, advice: advice)
    }
  }
#endif
