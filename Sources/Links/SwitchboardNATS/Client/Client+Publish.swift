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
      // Every message that awaits an answer has an address of its own for the answer.
      let isReused = reply == nil && message.payload.count <= ReusedMessages.mostBytes
      var code = unsafe isReused ? reused.prepare(message, &made) : message.make(&made, reply: reply)
      if !isReused, code == NATS_OK { code = unsafe message.setHeaders(of: made) }
      defer { if !isReused, let made = unsafe made { unsafe destroyLater(made, bytes) } }
      if code == NATS_OK {
        isSending.store(true, ordering: .sequentiallyConsistent)
        code = unsafe natsConnection_PublishMsg(connection, made)
        isSending.store(false, ordering: .sequentiallyConsistent)
      }
      if let failure = Status(code).failure {
        if code == NATS_MAX_PAYLOAD { throw message.tooLarge(bytes, most: mostBytes) }
        throw failure.calling(message.subjectText)
      }
      relieve(bytes + 80)
    }

    /// The C client gives messages to a thread that frees them, wakes the thread for the first after a pause, and then
    /// contends with it for a lock. So messages go there many at a time: one at a time, that takes longer than sending.
    private func destroyLater(_ message: OpaquePointer, _ bytes: Int) {
      unsafe finished.append(message)
      finishedBytes += bytes
      if unsafe finished.count >= Self.mostFinished || finishedBytes >= Self.mostFinishedBytes { destroyFinished() }
    }

    /// Frees the messages that have been handed over. On the link's thread.
    func destroyFinished() {
      unsafe finished.forEach { unsafe natsMsg_Destroy($0) }
      unsafe finished.removeAll(keepingCapacity: true)
      finishedBytes = 0
    }

    private static var mostFinished: Int { 4096 }
    private static var mostFinishedBytes: Int { 1 << 20 }

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
    /// Makes a message of the C client, without headers. Texts are lent with `withCString`: the compiler would copy a
    /// text that is passed to C as it is.
    func make(_ made: inout OpaquePointer?, reply: String?) -> natsStatus {
      unsafe payload.withUnsafeBytes { payload in
        let data = unsafe payload.baseAddress?.assumingMemoryBound(to: CChar.self)
        let count = Int32(payload.count)
        return unsafe subjectText.withCString { subject in
          guard let reply else { return unsafe natsMsg_Create(&made, subject, nil, data, count) }
          return unsafe reply.withCString { unsafe natsMsg_Create(&made, subject, $0, data, count) }
        }
      }
    }

    func setHeaders(of message: OpaquePointer?) -> natsStatus {
      let first = identity.isEmpty ? NATS_OK : unsafe Self.set("Nats-Msg-Id", identity, message)
      guard first == NATS_OK, let traceparent else { return first }
      return unsafe Self.set("traceparent", traceparent, message)
    }

    static func set(_ header: StaticString, _ value: String, _ message: OpaquePointer?) -> natsStatus {
      unsafe value.withCString { unsafe natsMsgHeader_Set(message, key(header), $0) }
    }

    static func key(_ header: StaticString) -> UnsafePointer<CChar> {
      unsafe UnsafeRawPointer(header.utf8Start).assumingMemoryBound(to: CChar.self)
    }

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
