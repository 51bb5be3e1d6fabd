public import SwitchboardLink

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
      var census = Census()
      (census.liveSent, census.liveLost) = (server.counts.liveSent, server.counts.liveLost)
      (census.duplicates, census.redeliveries) = (server.counts.duplicates, server.counts.redeliveries)
      census.streams = server.streams.count
      for stream in server.streams {
        stream.expire(at: server.now)
        census.storedMessages += stream.messageCount
        census.storedBytes += stream.bytes
        census.consumers += stream.consumerCount
        census.pending += stream.pendingCount
      }
      census.connections = server.lines.count
      census.faults = (server.faults as? ScheduledFaults)?.dice.counts ?? [:]
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
        return stream.keptMessages.filter { pattern.matches($0.subject) }
      }
    }
  }

  /// Deletes a stream, with its messages and consumers, whose members learn that the consumer has ended. O(members).
  ///
  /// - Parameter name: The name of the stream. If there is none, nothing happens.
  public func removeStream(_ name: String) {
    update { server in
      for stream in server.streams where stream.settings.name == name { server.removeConsumers(of: stream) }
      server.streams.removeAll { $0.settings.name == name }
    }
  }

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
  public func removeConsumers(group: String) {
    update { server in for stream in server.streams { server.removeConsumers(of: stream, group: group) } }
  }
}
