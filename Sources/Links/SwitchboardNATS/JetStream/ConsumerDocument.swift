#if NATS
  internal import SwitchboardBroadcast
  internal import SwitchboardLink

  /// The settings of a consumer in JSON.
  struct ConsumerDocument: Codable, Sendable {
    var durableName: String?
    var deliverPolicy: String
    var acknowledgePolicy = "explicit"
    var acknowledgeWait: Int64?
    var mostDeliveries: Int? = -1
    var filter: String?
    var mostPending: Int?
    var replayPolicy = "instant"
    var start: UInt64?

    enum CodingKeys: String, CodingKey {
      case durableName = "durable_name"
      case deliverPolicy = "deliver_policy"
      case acknowledgePolicy = "ack_policy"
      case acknowledgeWait = "ack_wait"
      case mostDeliveries = "max_deliver"
      case filter = "filter_subject"
      case mostPending = "max_ack_pending"
      case replayPolicy = "replay_policy"
      case start = "opt_start_seq"
    }

    /// - Parameter start: The place in the stream with which the consumer begins; nil: as the settings say.
    init(_ consumer: ConsumerSettings, from start: UInt64?) {
      durableName = consumer.serverName
      self.start = start
      deliverPolicy = start != nil ? "by_start_sequence" : consumer.begins == .oldest ? "all" : "new"
      acknowledgeWait = consumer.acknowledgementDeadline.nanoseconds
      if consumer.partition != nil { filter = consumer.pattern.text }
      // With one message in flight, a message that is delivered again still comes before its successors.
      mostPending = consumer.isOrdered ? 1 : 20_000
    }

    /// Returns what an existing consumer has otherwise; nil: nothing that matters. Where a group begins matters only to
    /// a new group.
    func conflict(with existing: ConsumerDocument, of stream: String) -> TransportError? {
      let pairs: [(name: String, old: String, new: String)] = [
        ("acknowledgement", existing.acknowledgePolicy, acknowledgePolicy),
        ("deadline in ns", "\(existing.acknowledgeWait ?? 0)", "\(acknowledgeWait ?? 0)"),
        ("limit of deliveries", "\(existing.mostDeliveries ?? -1)", "\(mostDeliveries ?? -1)"),
        ("filter", existing.filter ?? "none", filter ?? "none"),
        ("limit of unacknowledged messages", "\(existing.mostPending ?? 0)", "\(mostPending ?? 0)"),
      ]
      let changed = pairs.filter { $0.old != $0.new }
      if changed.isEmpty { return nil }
      let name = durableName ?? ""
      return .conflict(
        "\(stream)/\(name)",
        "the consumer has another " + changed.map { "\($0.name) (\($0.old), not \($0.new))" }.joined(separator: ", "),
        "use the same settings in all programs, another group, or `nats consumer rm \(stream) \(name)`, after which "
          + "the group goes on where it was")
    }
  }

  /// A request for a consumer.
  struct ConsumerRequest: Encodable, Sendable {
    var stream: String
    var config: ConsumerDocument
    /// Newer servers do not change an existing consumer then.
    var action = "create"

    enum CodingKeys: String, CodingKey {
      case config, action
      case stream = "stream_name"
    }
  }

  /// What the server says of a consumer.
  struct ConsumerAnswer: Decodable, Sendable {
    struct Delivered: Decodable, Sendable {
      var streamSequence: UInt64
      var consumerSequence: UInt64
      enum CodingKeys: String, CodingKey {
        case streamSequence = "stream_seq"
        case consumerSequence = "consumer_seq"
      }
    }
    var config: ConsumerDocument
    var delivered: Delivered
    /// The place up to which all messages are acknowledged.
    var floor: Delivered
    enum CodingKeys: String, CodingKey {
      case config, delivered
      case floor = "ack_floor"
    }
  }
#endif
