/// Decides what goes wrong in a ``MemoryNetwork``. Called only under the lock of the network.
///
/// Without the product `SwitchboardLinkTesting`, nothing goes wrong: ``NoFaults``.
package protocol MemoryFaults {
  /// Plans what happens at a time of its own. Called once, before anything else.
  func begin(on server: MemoryServer)

  // MARK: The way between a process and the server

  /// How long something is on its way.
  func delay(at now: Duration) -> Duration
  /// Whether an acknowledgement does not arrive.
  func losesAcknowledgement(at now: Duration) -> Bool
  /// How many of the `count` packets of a lost connection still arrive. They are the first.
  func arriving(of count: Int) -> Int
  /// Whether a process cannot connect.
  func isUnreachable(_ process: UInt64, at now: Duration) -> Bool

  // MARK: The server

  /// The member of a group that gets a live message. Nil: each member gets one in turn.
  func choice(of count: Int) -> Int?
  /// Whether a live message does not reach a subscription.
  func losesLive(at now: Duration) -> Bool
  /// Whether the server ends the connection over which the message comes.
  func isUnreadable(_ message: WireMessage) -> Bool
  /// Whether the server does not allow something.
  func denies(_ use: DeniedUse, over line: MemoryLine) -> Bool
  /// Whether the stream cannot store the message now.
  func isUnavailable(
    _ stream: String, for message: WireMessage, ticket: UInt64, over line: MemoryLine, at now: Duration
  ) -> Bool
  /// Whether a message that is stored comes once more.
  func storesTwice(at now: Duration) -> Bool
  /// Whether the confirmation of a message does not arrive.
  func losesConfirmation(at now: Duration) -> Bool
  /// Whether a message does not reach a member.
  func losesDelivery(at now: Duration) -> Bool
  /// Whether a message is due again although a member has it.
  func deliversTwice(at now: Duration) -> Bool
}

/// Nothing goes wrong, and a lost connection loses all that is on its way.
struct NoFaults: MemoryFaults {
  func begin(on server: MemoryServer) {}
  func delay(at now: Duration) -> Duration { .zero }
  func losesAcknowledgement(at now: Duration) -> Bool { false }
  func arriving(of count: Int) -> Int { 0 }
  func isUnreachable(_ process: UInt64, at now: Duration) -> Bool { false }
  func choice(of count: Int) -> Int? { nil }
  func losesLive(at now: Duration) -> Bool { false }
  func isUnreadable(_ message: WireMessage) -> Bool { false }
  func denies(_ use: DeniedUse, over line: MemoryLine) -> Bool { false }
  func isUnavailable(
    _ stream: String, for message: WireMessage, ticket: UInt64, over line: MemoryLine, at now: Duration
  ) -> Bool { false }
  func storesTwice(at now: Duration) -> Bool { false }
  func losesConfirmation(at now: Duration) -> Bool { false }
  func losesDelivery(at now: Duration) -> Bool { false }
  func deliversTwice(at now: Duration) -> Bool { false }
}

/// Work that a fault plans for a later time. Called only under the lock of the network.
package protocol MemoryWork: AnyObject {
  /// Whether there still is something to do.
  ///
  /// - Parameter due: The time for which the work was planned.
  func isCurrent(due: Duration) -> Bool
  /// Does the work. It may plan more.
  func run(on server: MemoryServer)
}
