#if NATS
  /// The messages that a consumer may still deliver: what the link has asked for, and what the server knows of that.
  ///
  /// A request for messages costs the server as much as a message. So what the link asks for is collected until it is
  /// worth a request: until it is as much as the server still owes. The server thus always knows at least half of what
  /// the link has asked for.
  ///
  /// Each request also has a limit of bytes. A request whose limit is below the next message ends without a message. So
  /// the limit is not below the largest message of the stream, and doubles when the stream has a larger one.
  struct PullCredit: Sendable {
    /// What the link has asked for and the server does not know yet.
    private(set) var wanted = 0
    /// What the server owes.
    private(set) var asked = 0
    /// When the server last gave a sign, or was last asked.
    private(set) var lastSign = ContinuousClock.now
    /// The most bytes of a request.
    private(set) var bytes: Int

    /// - Parameter largest: The bytes of the largest message, with its headers. The server counts also the subject and
    ///   the address of the acknowledgement, which share 4 KiB by default.
    init(largest: Int) { bytes = min(max(4 << 20, largest + (8 << 10)), Self.mostBytes) }

    /// The bytes that can arrive before the engine looks at them. A request is at least as large as what is owed, so at
    /// most 32 requests are open.
    var mostWaiting: Int { bytes * 32 }

    /// The largest limit, so that all open requests have less than 2 GiB, which is the limit of the C client.
    private static var mostBytes: Int { Int(Int32.max) / 32 }

    mutating func add(_ count: Int) { wanted += count }

    /// Returns how many messages and bytes to ask the server for now; nil: none.
    mutating func take() -> (count: Int, bytes: Int)? {
      guard wanted > 0, wanted >= asked else { return nil }
      defer { (asked, wanted, lastSign) = (asked + wanted, 0, .now) }
      return (wanted, bytes)
    }

    /// A message has arrived.
    mutating func arrived() {
      asked = max(0, asked - 1)
      lastSign = .now
    }

    /// A message has arrived that the link does not get.
    mutating func replace() {
      arrived()
      wanted += 1
    }

    /// A request has ended before `count` of its messages.
    mutating func returned(_ count: Int) {
      let back = min(asked, count)
      (asked, wanted, lastSign) = (asked - back, wanted + back, .now)
    }

    /// A request has ended because its next message is larger than `left`, what is left of its bytes. If all are left,
    /// the limit doubles. Returns ``mostWaiting``; nil if no request can have the message.
    mutating func filled(_ left: Int) -> Int? {
      if left >= bytes {
        if bytes == Self.mostBytes { return nil }
        bytes = min(bytes * 2, Self.mostBytes)
      }
      return mostWaiting
    }

    /// Whether the server owes messages and has given no sign for `time`.
    func isSilent(for time: Duration) -> Bool { asked > 0 && ContinuousClock.now - lastSign > time }
  }
#endif
