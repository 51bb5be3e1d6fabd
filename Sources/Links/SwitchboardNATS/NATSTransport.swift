#if NATS
  public import SwitchboardLink

  /// NATS as the engine between processes. Live messages use plain NATS; durable messages use JetStream, which a server
  /// has with `nats-server -js`.
  ///
  /// ```swift
  /// let transport = NATSTransport(servers: ["nats://10.0.0.5:4222", "nats://10.0.0.6:4222"])
  /// ```
  /// Each connection is a new connection of the C client. The client does not reconnect and keeps nothing while there
  /// is no connection: the link does both. A message of a connection does not come back to the same connection.
  ///
  /// Cost: one thread for each connection, and the threads that the C client has once for the process. A message costs
  /// about 2 µs of the sender's thread.
  /// Threading: every member may be called from any thread. No call waits for the network.
  /// Errors: ``TransportError/Kind/unreachable`` if no server answers, ``TransportError/Kind/unauthorized`` if the
  /// server does not accept the credentials or a certificate.
  public final class NATSTransport: EventTransport {
    /// The addresses of the servers, of which a connection uses one.
    public let servers: [String]
    /// How to connect.
    public let options: NATSOptions

    /// Makes an engine. Does not connect.
    ///
    /// - Parameter servers: The addresses, such as `nats://127.0.0.1:4222`, or `tls://…` for an encrypted connection.
    public init(servers: [String] = ["nats://127.0.0.1:4222"], options: NATSOptions = NATSOptions()) {
      (self.servers, self.options) = (servers, options)
    }

    /// Makes an engine with one server. Does not connect.
    public convenience init(_ server: String, options: NATSOptions = NATSOptions()) {
      self.init(servers: [server], options: options)
    }

    /// Makes a connection on a new thread. `done` is called on that thread.
    public func connect(
      events: @escaping @Sendable (ConnectionEvent) -> Void,
      done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
    ) {
      let client = Client(options: options, gate: EventGate(events))
      client.start(servers: servers, done: done)
    }
  }
#else
  /// Needs the trait `NATS` and the C library libnats.
  @available(*, unavailable, message: "enable the trait NATS: .package(…, traits: [\"NATS\"])")
  public final class NATSTransport: Sendable {
    /// Takes what the initializer of the trait takes, so that the compiler's first message names the trait.
    public init(servers: [String] = ["nats://127.0.0.1:4222"], options: NATSOptions = NATSOptions()) {}
    /// Takes what the initializer of the trait takes.
    public convenience init(_ server: String, options: NATSOptions = NATSOptions()) { self.init(servers: [server]) }
  }
#endif
