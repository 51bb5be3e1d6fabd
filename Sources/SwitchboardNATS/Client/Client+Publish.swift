#if NATS
  internal import CNATS
  internal import SwitchboardLink

  extension Client {
    /// Hands a message over, on the link's thread. The link flushes later.
    ///
    /// - Parameter reply: Where the server confirms the message; nil: nowhere.
    func send(_ message: WireMessage, reply: String? = nil) throws(TransportError) {
      let bytes = message.payload.count + message.headerBytes
      guard bytes <= mostBytes else { throw message.tooLarge(bytes, most: mostBytes) }
      var made: OpaquePointer?
      var code = unsafe message.payload.withUnsafeBytes { payload in
        unsafe natsMsg_Create(
          &made, message.subjectText, reply, payload.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(payload.count))
      }
      defer { unsafe natsMsg_Destroy(made) }
      if code == NATS_OK, !message.identity.isEmpty {
        code = unsafe natsMsgHeader_Set(made, WireMessage.identityHeader, message.identity)
      }
      if code == NATS_OK, let trace = message.traceparent {
        code = unsafe natsMsgHeader_Set(made, WireMessage.traceHeader, trace)
      }
      if code == NATS_OK {
        isSending.store(true, ordering: .sequentiallyConsistent)
        code = unsafe natsConnection_PublishMsg(connection, made)
        isSending.store(false, ordering: .sequentiallyConsistent)
      }
      if let failure = Status(code).failure {
        if code == NATS_MAX_PAYLOAD { throw message.tooLarge(bytes, most: mostBytes) }
        throw failure.calling(message.subjectText)
      }
      try relieve(bytes + 80)
    }

    /// Publishes data without headers, from any thread. The thread of the connection writes.
    @discardableResult
    func publish(_ data: String, to subject: String, reply: String? = nil) -> Status {
      var data = data
      let code = data.withUTF8 { bytes in
        if let reply {
          unsafe natsConnection_PublishRequest(connection, subject, reply, bytes.baseAddress, Int32(bytes.count))
        } else {
          unsafe natsConnection_Publish(connection, subject, bytes.baseAddress, Int32(bytes.count))
        }
      }
      // The C client says nothing when something else already waits to be written.
      signal.raise()
      return Status(code)
    }
  }

  extension WireMessage {
    /// The bytes of the headers: `NATS/1.0`, a line for each header, an empty line.
    fileprivate var headerBytes: Int {
      if identity.isEmpty && traceparent == nil { return 0 }
      let first = identity.isEmpty ? 0 : WireMessage.identityHeader.utf8.count + identity.utf8.count + 4
      let second = traceparent.map { WireMessage.traceHeader.utf8.count + $0.utf8.count + 4 } ?? 0
      return 12 + first + second
    }

    fileprivate func tooLarge(_ bytes: Int, most: Int) -> TransportError {
      TransportError(
        .tooLarge, subject: subjectText, reason: "the message has \(bytes) bytes, and the server accepts \(most)",
        advice: "send less data, or raise max_payload of the server")
    }
  }
#endif
