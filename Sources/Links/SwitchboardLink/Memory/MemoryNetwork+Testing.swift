extension MemoryNetwork {
  /// What a network has, and what it has counted since it was made.
  public struct Census: Sendable, Hashable {
    /// The number of streams.
    public var streams = 0
    /// The number of messages that the streams keep.
    public var storedMessages = 0
    /// The bytes of these messages, with names and headers.
    public var storedBytes = 0
    /// How often a message was recognised because the stream had its identity.
    public var duplicates = 0
    /// The number of consumers, with and without members.
    public var consumers = 0
    /// The number of messages that were delivered and not acknowledged, over all consumers.
    public var pending = 0
    /// How often a message was delivered after its first delivery.
    public var redeliveries = 0
    /// The number of live messages that reached the server.
    public var liveSent = 0
    /// The number of live messages that were lost: on the way to the server, or on the way to one subscription.
    public var liveLost = 0
    /// The number of open connections.
    public var connections = 0
    /// How often each kind of fault has happened. Kinds that have not happened are missing.
    public var faults: [FaultSchedule.Fault: Int] = [:]
  }

  /// What the network has, and what it has counted. O(consumers).
  public var census: Census {
    update { server in
      var census = server.tally
      census.streams = server.streams.count
      for stream in server.streams {
        stream.expire(at: server.now)
        census.storedMessages += stream.messages.count
        census.storedBytes += stream.bytes
        census.consumers += stream.consumers.count
        for consumer in stream.consumers { census.pending += consumer.pending.count }
      }
      census.connections = server.lines.count
      census.faults = server.dice.counts
      return census
    }
  }

  /// Returns the stored messages of a pattern, in the order of each stream. O(stored messages).
  ///
  /// - Parameter pattern: The subjects of the messages.
  public func storedMessages(of pattern: WirePattern) -> [WireMessage] {
    update { server in
      server.streams.flatMap { stream -> [WireMessage] in
        stream.expire(at: server.now)
        return (0..<stream.messages.count).lazy.map { stream.messages[$0].parcel.message }
          .filter { pattern.matches($0.subject) }
      }
    }
  }

  /// Stops all hops for `length`. Processes cannot connect meanwhile, and learn so after a second. Connections that
  /// stall for 10 seconds are lost, the others then go on. O(connections).
  ///
  /// - Parameter length: How long the network carries nothing.
  public func partition(for length: Duration) { update { $0.partition(for: length) } }

  /// Starts the server again: loses all connections, as ``disconnectAll()``. Streams and consumers stay. Messages that
  /// were not acknowledged become due after their deadline. O(connections and hops).
  public func restart() { update { $0.restart() } }

  /// Loses all connections. What is under way is lost: without a ``FaultSchedule`` all of it, otherwise any number of
  /// the last hops in each direction. O(connections and hops).
  public func disconnectAll() {
    update { server in for line in server.lines { server.lose(line, "the connection was cut") } }
  }

  /// Lets the server end each connection over which such a message comes, with ``TransportError/Kind/violation``.
  package func endConnections(at isUnreadable: @escaping @Sendable (WireMessage) -> Bool) {
    update { $0.isUnreadable = isUnreadable }
  }

  /// Lets the server not allow something, with ``ConnectionEvent/denied(_:_:)``. Nil: it allows all.
  package func deny(_ isDenied: (@Sendable (DeniedUse) -> Bool)?) { update { $0.isDenied = isDenied } }

  /// Lets the server store such messages later: it says ``ConnectionEvent/unavailable(ticket:_:)``. Nil: no message.
  package func holdBack(_ isHeldBack: (@Sendable (WireMessage) -> Bool)?) {
    update { $0.isHeldBack = isHeldBack }
  }

  /// Deletes a stream, with its messages and consumers, whose members learn that the consumer has ended. O(members).
  ///
  /// - Parameter name: The name of the stream. If there is none, nothing happens.
  public func removeStream(_ name: String) { update { $0.removeStream(name) } }

  /// Deletes the messages of a stream, which goes on with the next place. O(messages).
  ///
  /// - Parameter name: The name of the stream. If there is none, nothing happens.
  public func emptyStream(_ name: String) {
    update { server in for stream in server.streams where stream.settings.name == name { stream.empty() } }
  }

  /// Deletes the consumers of a group, with what they know of messages. Their members learn that the consumer has
  /// ended. O(consumers and members).
  ///
  /// - Parameter group: The name of the group.
  public func removeConsumers(group: String) { update { $0.removeConsumers(group: group) } }
}
