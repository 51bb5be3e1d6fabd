#if NATS
  internal import CNATS
  internal import SwitchboardBroadcast
  internal import SwitchboardLink
  internal import Synchronization

  /// A subscription of the C client. The C client calls `receive` on one thread, so one call at a time.
  ///
  /// ```
  /// Client ─strong─▶ ClientSubscription ◀─weak─ Box ◀─retained─ natsSubscription, until the C client is done
  /// ```
  /// The client keeps the subscription until the subscription is cancelled or the connection has ended.
  @safe final class ClientSubscription: TransportHandle, @unchecked Sendable {
    // Sound: `pointer` is set once, before anybody else knows the subscription. `reported` belongs to the thread of the
    // connection.
    private final class Box: Sendable {
      weak let target: ClientSubscription?
      init(_ target: ClientSubscription) { self.target = target }
    }

    let pattern: String
    private let client: Client
    private let receive: (InboundMessage) -> Void
    private var pointer: OpaquePointer?
    private let isActive = Atomic(true)
    private var reported: Int64 = 0

    /// - Parameter most: The number of messages that may wait for `receive`; nil: any number.
    init(
      _ client: Client, to pattern: String, group: String?, most: Int?,
      receive: @escaping (InboundMessage) -> Void
    ) throws(TransportError) {
      (self.client, self.pattern, self.receive) = (client, pattern, receive)
      let box = unsafe Unmanaged.passRetained(Box(self))
      let deliver: natsMsgHandler = { _, _, message, closure in
        guard let message = unsafe message, let closure = unsafe closure else { return }
        unsafe Unmanaged<Box>.fromOpaque(closure).takeUnretainedValue().target?.deliver(InboundMessage(message))
        unsafe natsMsg_Destroy(message)
      }
      let code =
        if let group {
          unsafe natsConnection_QueueSubscribe(&pointer, client.connection, pattern, group, deliver, box.toOpaque())
        } else {
          unsafe natsConnection_Subscribe(&pointer, client.connection, pattern, deliver, box.toOpaque())
        }
      if let failure = Status(code).failure {
        unsafe box.release()
        throw failure.calling(pattern)
      }
      // The C client says when it is done with the box. If it does not promise that, because the connection ended just
      // now, the box is never released: it is small and keeps nothing alive.
      unsafe natsSubscription_SetOnCompleteCB(
        pointer, { closure in if let closure = unsafe closure { unsafe Unmanaged<Box>.fromOpaque(closure).release() } },
        box.toOpaque())
      unsafe natsSubscription_SetPendingLimits(pointer, most.map { Int32($0) } ?? -1, most == nil ? -1 : 256 << 20)
      let isKept = client.subscriptions.withLock { kept in
        kept?[ObjectIdentifier(self)] = self
        return kept != nil
      }
      if !isKept { throw .lost(pattern, "the connection ended") }
    }

    /// Limits the bytes that may wait for `receive`. More are dropped.
    func limit(bytes: Int) { unsafe natsSubscription_SetPendingLimits(pointer, -1, Int32(clamping: bytes)) }

    deinit { unsafe natsSubscription_Destroy(pointer) }

    private func deliver(_ message: InboundMessage) {
      if isActive.load(ordering: .acquiring), client.gate.isOpen { receive(message) }
    }

    func cancel() {
      guard isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
      unsafe natsSubscription_Unsubscribe(pointer)
      let kept = client.subscriptions.withLock { $0?.removeValue(forKey: ObjectIdentifier(self)) }
      keepAlive(kept)
    }

    /// Returns the number of messages that the C client dropped since the last call; nil: none.
    func takeDropped() -> Int64? {
      var dropped: Int64 = 0
      guard unsafe natsSubscription_GetDropped(pointer, &dropped) == NATS_OK, dropped > reported else { return nil }
      defer { reported = dropped }
      return dropped - reported
    }
  }
#endif
