#if NATS
  internal import CNATS
  internal import Foundation
  internal import SwitchboardBroadcast
  internal import SwitchboardLink
  internal import Synchronization

  /// One connection of the C client, and the thread that makes it, reads and writes its socket, and runs its timers.
  ///
  /// ```
  /// NATSConnection ─strong─▶ Client ◀─strong─ thread, until the connection has ended
  ///                            │ ▲
  ///                            ▼ └─ unretained ─ natsConnection, which is destroyed with the client
  ///                      natsConnection
  /// ```
  @safe final class Client: @unchecked Sendable {
    // Sound: the thread sets `connection`, `address` and `mostBytes` before it calls `done`, which makes the client
    // known to other threads. `unsent`, `finished`, `finishedBytes` and `reused` belong to the thread of the link,
    // `readings` and `pulse` to the thread of the connection. Everything else is constant, atomic, or behind a lock.
    // The C client may be called from any thread.
    let options: NATSOptions
    let gate: EventGate
    private(set) var connection: OpaquePointer?
    private(set) var address = ""
    /// The most bytes of a message, with its headers.
    private(set) var mostBytes = 0
    private var number: UInt = 0
    let signal = WakeSignal()
    let timers = Timers()
    /// The subscriptions that have not been cancelled. Nil when the connection has ended: a subscription that
    /// came later would keep the client, and the client would keep the subscription.
    let subscriptions = Lock<[ObjectIdentifier: ClientSubscription]?>([:])
    let socket = Lock(SocketState())
    /// Held while the socket is written, so that the C client never writes an empty buffer, which it takes for a lost
    /// connection.
    let writer = Lock(())
    /// What to do when the connection has ended, to release what waits for answers.
    let endings = Lock<[@Sendable () -> Void]>([])
    /// Who may have asked for what the server does not allow. Each returns whether the request was its own.
    let denials = Lock<[ObjectIdentifier: @Sendable (DeniedUse, TransportError) -> Bool]>([:])
    /// What to call when the connection has been made. Not kept longer, because the result contains the connection.
    private let starting = Lock<(@Sendable (Result<any TransportConnection, TransportError>) -> Void)?>(nil)
    let wantsWrite = Atomic(false)
    /// Whether the link's thread is handing over a message, which it will flush.
    let isSending = Atomic(false)
    /// The bytes that the link has handed over since the last write.
    @safe @exclusivity(unchecked) var unsent = 0
    /// The messages that have been handed over and are not freed yet.
    var finished: [OpaquePointer] = unsafe []
    var finishedBytes = 0
    @safe @exclusivity(unchecked) var reused = ReusedMessages()
    /// How often the thread has read the socket.
    var readings: UInt64 = 0
    var pulse: Pulse

    init(options: NATSOptions, gate: EventGate) {
      pulse = Pulse(most: options.mostPingsOut)
      (self.options, self.gate) = (options, gate)
      number = Clients.shared.add(self)
    }

    deinit {
      Clients.shared.remove(number)
      destroyFinished()
      unsafe natsConnection_Destroy(connection)
    }

    /// Returns the client that an event loop callback means.
    static func of(_ pointer: UnsafeMutableRawPointer?) -> Client? {
      unsafe pointer.map { unsafe Unmanaged<Client>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Connects on a new thread, and then serves the connection on that thread until the connection ends.
    func start(
      servers: [String], done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
    ) {
      starting.exchange(done)
      Thread.detachNewThread { [self] in
        if let failure = connect(servers) {
          starting.exchange(nil)?(.failure(failure))
        } else {
          starting.exchange(nil)?(NATSConnection.open(self))
          serve()
        }
        // Otherwise the C client would keep what it noted about failures of this thread.
        nats_ReleaseThreadMemory()
      }
    }

    private func connect(_ servers: [String]) -> TransportError? {
      var client = ClientOptions()
      client.reach(servers, options)
      client.identify(options.credentials)
      if let tls = options.tls { client.encrypt(tls) }
      client.report(to: number)
      // The C client waits actively for the rest of an encrypted record if it does not read on its own thread.
      let isDriven = !ClientOptions.isEncrypted(servers, options)
      socket.withLock { $0.isDriven = isDriven }
      if isDriven { client.drive(by: self) } else { client.reportEnd(to: number) }
      let addresses = servers.joined(separator: ", ")
      if let failure = client.failure {
        return TransportError(
          .unauthorized, subject: addresses, reason: "the options are not usable (\(failure.text))",
          advice: "check the addresses, and the files of NATSOptions")
      }
      var made: OpaquePointer?
      let status = unsafe Status(natsConnection_Connect(&made, client.pointer))
      if let failure = status.failure { return failure.connecting(to: addresses) }
      unsafe connection = made
      address = connectedAddress ?? addresses
      mostBytes = Int(unsafe natsConnection_GetMaxPayload(connection))
      if !isDriven {
        let original = unsafe Descriptor.socket(of: connection)
        Descriptor.closeOnExec(original)
        socket.withLock { $0.descriptor = Descriptor.copy(of: original) }
      }
      return nil
    }

    private var connectedAddress: String? {
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        let status = unsafe natsConnection_GetConnectedUrl(connection, buffer.baseAddress, buffer.count)
        return status == NATS_OK ? unsafe buffer.baseAddress.map { unsafe String(cString: $0) } : nil
      }
    }

    /// Reports what the C client says about the connection.
    func failed(_ status: Status) {
      if status.code == NATS_SLOW_CONSUMER {
        timers.schedule(after: .zero) { [weak self] in self?.reportDropped(again: 4) }
        signal.raise()
      } else {
        if case .denied(let use) = ServerWords(status.text) { return denied(use, use.error) }
        let isPermission = status.code == NATS_NOT_PERMITTED
        gate.emit(
          .problem(
            TransportError(
              isPermission ? .unauthorized : .refused, subject: address, reason: status.text,
              advice: isPermission ? "allow the subject to the user on the server" : "check the server")))
      }
    }

    /// Tells those whose own requests are denied, or else the link.
    private func denied(_ use: DeniedUse, _ error: TransportError) {
      let handlers = denials.withLock { Array($0.values) }
      // Each is asked: one request may concern several.
      let isOwn = handlers.reduce(false) { $1(use, error) || $0 }
      if !isOwn { gate.emit(.denied(use, error)) }
    }

    /// Reports how many messages the C client has dropped, and looks again while more are dropped.
    private func reportDropped(again: Int) {
      var isNew = false
      for subscription in subscriptions.withLock({ Array(($0 ?? [:]).values) }) {
        guard let count = subscription.takeDropped() else { continue }
        isNew = true
        gate.emit(
          .problem(
            TransportError(
              .slow, subject: subscription.pattern, reason: "\(count) messages were dropped",
              advice: "handle events faster, or use durable events")))
      }
      let next = isNew ? 4 : again - 1
      if next > 0 { timers.schedule(after: .milliseconds(250)) { [weak self] in self?.reportDropped(again: next) } }
    }

    /// Ends the connection after all that was handed over has reached the server. Returns at once.
    func close(done: @escaping @Sendable () -> Void) {
      gate.close()
      flush()
      Thread.detachNewThread { [self] in
        unsafe natsConnection_FlushTimeout(connection, options.writeDeadline.milliseconds)
        unsafe natsConnection_Close(connection)
        gate.awaitQuiet()
        nats_ReleaseThreadMemory()
        done()
      }
    }
  }
#endif
