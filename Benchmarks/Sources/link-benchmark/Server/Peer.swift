#if NATS
  import CNATSPeer
  import SubscriberWorkloads

  /// A connection of the program in C.
  final class Peer {
    private let pointer: OpaquePointer
    /// The number of messages so far. The server drops a number that it has seen.
    private var last: UInt64 = 0

    /// - Parameter isHasty: Whether each message is written at once.
    init(_ address: String, isHasty: Bool = false) throws(FailedCheck) {
      guard let pointer = nats_peer_connect(address, isHasty) else {
        throw FailedCheck("the program in C cannot connect to \(address)")
      }
      self.pointer = pointer
    }

    func close() { nats_peer_close(pointer) }

    func publish(_ subject: String, _ count: Int) throws(FailedCheck) {
      try check(messages(subject, count) { nats_peer_publish(pointer, $0) })
    }

    func watch(_ subject: String) throws(FailedCheck) { try check(nats_peer_watch(pointer, subject)) }

    /// Waits until this connection has got that many messages.
    func await(_ count: UInt64) throws(FailedCheck) { try check(nats_peer_await(pointer, count, 30_000)) }

    func makeStream(_ name: String, of subject: String) throws(FailedCheck) {
      try check(nats_peer_make_stream(pointer, name, subject))
    }

    func store(_ subject: String, _ count: Int, unconfirmed: Int) throws(FailedCheck) {
      try check(messages(subject, count) { nats_peer_store(pointer, $0, Int64(unconfirmed)) })
    }

    func stored(in stream: String) throws(FailedCheck) -> Int {
      let count = nats_peer_stored(pointer, stream)
      try check(count >= 0)
      return Int(count)
    }

    func purge(_ stream: String) throws(FailedCheck) { try check(nats_peer_purge(pointer, stream)) }

    func answer(_ subject: String) throws(FailedCheck) { try check(nats_peer_answer(pointer, subject)) }

    /// Returns the nanoseconds of each request.
    func request(_ subject: String, _ count: Int) throws(FailedCheck) -> [Double] {
      var times = [Double](repeating: 0, count: count)
      let isDone = messages(subject, count) { nats_peer_request(pointer, $0, &times) }
      try check(isDone)
      return times
    }

    private func messages(_ subject: String, _ count: Int, _ body: (nats_peer_messages) -> Bool) -> Bool {
      let first = last + 1
      last += UInt64(count)
      return subject.withCString { subject in
        "d-0123456789abcdef-".withCString { prefix in
          Payload.bytes.withUnsafeBytes { data in
            guard let bytes = data.baseAddress else { return false }
            return body(
              nats_peer_messages(
                subject: subject, data: bytes, length: Int32(data.count), prefix: prefix, first: first,
                count: UInt64(count)))
          }
        }
      }
    }

    private func check(_ isDone: Bool) throws(FailedCheck) {
      if !isDone { throw FailedCheck("the program in C failed: \(String(cString: nats_peer_error(pointer)))") }
    }
  }
#endif
