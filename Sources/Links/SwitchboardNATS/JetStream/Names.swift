#if NATS
  internal import SwitchboardLink

  // The names of streams and consumers on a server. nats-server 2.9.10 damages the addresses of acknowledgements
  // when a name contains `%`, because the server uses the names as a format. So `=` stands for `%`, which no escaped
  // text contains.

  extension StreamSettings {
    /// The name of the stream on a server: `caf=C3=A9_durable_order`.
    var serverName: String { name.withoutPercent }
  }

  extension ConsumerSettings {
    /// The name of the consumer on a server.
    var serverName: String { name.withoutPercent }
    /// Both names, as parts of a subject.
    var serverPath: String { "\(stream.serverName).\(serverName)" }
    /// Both names, for errors.
    var title: String { "\(stream.serverName)/\(serverName)" }
  }

  extension String {
    fileprivate var withoutPercent: String {
      guard utf8.contains(UInt8(ascii: "%")) else { return self }
      return String(map { $0 == "%" ? "=" : $0 })
    }
  }
#endif
