/// How a ``NATSTransport`` connects. The type needs no trait.
///
/// The defaults notice a dead server within 8 seconds: after each interval the client sends a ping. When nothing has
/// come for two intervals and the third ends too, the client ends the connection. Any byte is a sign of life, not only
/// the answer to a ping, which comes late on a slow network. While the server takes data that was sent before the ping,
/// it owes no answer. If data comes but no answer for 10 times as many intervals, the connection ends too: nothing that
/// is sent arrives.
public struct NATSOptions: Sendable, Hashable {
  /// Who the program is to the server.
  public var credentials: NATSCredentials
  /// How the connection is encrypted; nil: not, unless an address begins with `tls://`.
  public var tls: NATSTLS?
  /// The time between two pings.
  public var pingInterval: Duration
  /// The number of intervals that may pass without a sign of life. One more ends the connection.
  public var mostPingsOut: Int
  /// For how long a function of the connection may wait while the server takes nothing. Then the connection is lost.
  /// With encryption, this is the time in which the server must have taken a message.
  /// The end of a connection also waits at most this time for the server, after the link has sent what it could.
  public var writeDeadline: Duration
  /// The time for a connection to one server. An attempt takes at most this time for each server of the list.
  public var connectTimeout: Duration
  /// The name of the client in the server's monitoring.
  public var name: String

  /// Makes options.
  public init(
    credentials: NATSCredentials = .none, tls: NATSTLS? = nil, pingInterval: Duration = .seconds(2),
    mostPingsOut: Int = 2, writeDeadline: Duration = .seconds(2), connectTimeout: Duration = .seconds(2),
    name: String = "switchboard"
  ) {
    (self.credentials, self.tls, self.pingInterval, self.mostPingsOut) = (credentials, tls, pingInterval, mostPingsOut)
    (self.writeDeadline, self.connectTimeout, self.name) = (writeDeadline, connectTimeout, name)
  }
}

/// Who a program is to a NATS server. Files are read at each connection.
public enum NATSCredentials: Sendable, Hashable {
  /// No credentials but those in the address, such as `nats://name:password@host`.
  case none
  /// A user with a password.
  case user(name: String, password: String)
  /// A token.
  case token(String)
  /// A key pair. `seedFile` is the path of the file with the seed, `SU…`. `publicKey` is the user, `U…`.
  case nkey(publicKey: String, seedFile: String)
  /// A file with a JWT and a seed, as `nsc` makes them.
  case credentialsFile(String)
}

/// How a connection to a NATS server is encrypted.
public struct NATSTLS: Sendable, Hashable {
  /// The path of the file with the certificates to trust; nil: those of the operating system.
  public var caFile: String?
  /// The path of the file with the client's certificates; nil: none.
  public var certificateFile: String?
  /// The path of the file with the key of the client's certificate.
  public var keyFile: String?
  /// The name that the server's certificate must have; nil: the host of the address.
  public var hostname: String?
  /// Whether the server's certificate is verified. Use false only in tests.
  public var isVerified: Bool

  /// Makes settings.
  public init(
    caFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil, hostname: String? = nil,
    isVerified: Bool = true
  ) {
    (self.caFile, self.certificateFile, self.keyFile) = (caFile, certificateFile, keyFile)
    (self.hostname, self.isVerified) = (hostname, isVerified)
  }
}
