#if NATS
  /// The messages that a consumer may still deliver: what the link has asked for, and what the server knows of that.
  ///
  /// A request for messages costs the server as much as a message. So what the link asks for is collected until it is
  /// worth a request: until it is as much as the server still owes. The server thus always knows at least half of what
  /// the link has asked for.
  struct PullCredit: Sendable {
    /// What the link has asked for and the server does not know yet.
    private(set) var wanted = 0
    /// What the server owes.
    private(set) var asked = 0
    /// When the server last gave a sign, or was last asked.
    private(set) var lastSign = ContinuousClock.now

    mutating func add(_ count: Int) { wanted += count }

    /// Returns how many messages to ask the server for now; nil: none.
    mutating func take() -> Int? {
      guard wanted > 0, wanted >= asked else { return nil }
      defer { (asked, wanted, lastSign) = (asked + wanted, 0, .now) }
      return wanted
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

    /// Whether the server owes messages and has given no sign for `time`.
    func isSilent(for time: Duration) -> Bool { asked > 0 && ContinuousClock.now - lastSign > time }
  }
#endif
