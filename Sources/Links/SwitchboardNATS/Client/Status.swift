#if NATS
  internal import CNATS
  internal import SwitchboardLink

  /// The result of a call of the C client.
  struct Status: Sendable {
    let code: natsStatus
    /// What the client noted about the failure on this thread; otherwise the name of the status.
    let text: String

    init(_ code: natsStatus) {
      self.code = code
      if code == NATS_OK {
        text = ""
      } else {
        let name = unsafe String(cString: natsStatus_GetText(code))
        let last = unsafe nats_GetLastError(nil).map { unsafe String(cString: $0) } ?? ""
        text = last.isEmpty ? name : last.contains(name) ? last : "\(name): \(last)"
      }
    }

    /// Nil if the call succeeded.
    var failure: Status? { code == NATS_OK ? nil : self }

    /// The error of a failed connection to `address`.
    func connecting(to address: String) -> TransportError {
      switch code {
      case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED:
        TransportError(
          .unauthorized, subject: address, reason: "the server does not accept the credentials (\(text))",
          advice: "check NATSOptions.credentials and the users of the server")
      case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
        TransportError(
          .unauthorized, subject: address, reason: "the encryption failed (\(text))",
          advice: "check NATSOptions.tls and the certificates of the server")
      case NATS_NO_SERVER, NATS_TIMEOUT, NATS_IO_ERROR, NATS_SYS_ERROR, NATS_CONNECTION_CLOSED:
        TransportError(
          .unreachable, subject: address, reason: "no server answers (\(text))",
          advice: "start nats-server, or correct the address")
      default:
        // Such as a file that has no seed.
        TransportError(
          .unauthorized, subject: address, reason: "the connection cannot be prepared (\(text))",
          advice: "check the addresses, and the files that NATSOptions names")
      }
    }

    /// The error of a call on a connection.
    func calling(_ subject: String) -> TransportError {
      switch code {
      case NATS_CONNECTION_CLOSED, NATS_CONNECTION_DISCONNECTED, NATS_STALE_CONNECTION, NATS_IO_ERROR, NATS_TIMEOUT:
        .lost(subject, text)
      default:
        TransportError(.refused, subject: subject, reason: text, advice: "see the documentation of the NATS client")
      }
    }
  }

  extension TransportError {
    /// A connection that ended. For some reasons the server has told that it could not read what it had received.
    static func ended(_ subject: String, _ reason: String) -> TransportError {
      let words = reason.lowercased()
      guard violations.contains(where: { words.contains($0) }) else { return .lost(subject, reason) }
      return TransportError(
        .violation, subject: subject, reason: reason,
        advice: "send less data or shorter names, or raise max_payload and max_control_line of the server")
    }

    /// What a server says about a protocol error before it closes the connection, in lower case. Sayings about the
    /// program as a whole, such as a missing authorization, are not here.
    private static let violations = [
      "maximum control line", "maximum payload", "unknown protocol operation", "parser error",
      "invalid publish subject",
      "message headers not supported",
    ]

    /// A connection that ended.
    static func lost(_ subject: String, _ reason: String) -> TransportError {
      TransportError(
        .lost, subject: subject, reason: reason.isEmpty ? "the connection was lost" : reason,
        advice: "the link connects again; check the server and the network if this repeats")
    }
  }
#endif
