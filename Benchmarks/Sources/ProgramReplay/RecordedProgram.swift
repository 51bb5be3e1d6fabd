public import BenchmarkResults

/// The operations of a traced program on its registries, in recorded order.
public struct RecordedProgram: Equatable, Sendable {
  /// The name of the trace.
  public var name: String
  /// The registries, ordered by number. Operations name them by index.
  public var registries: [RecordedRegistry]
  /// The subscribers that were there before the first operation, as subscriptions.
  public var start: [Operation]
  /// The operations. What a handler did during a send follows the send.
  public var operations: [Operation]
  /// The number of subscriptions, those of ``start`` included.
  public var subscriptions: Int
  /// The number of records that the trace has lost.
  public var lost: UInt64
  /// The number of threads that used a registry.
  public var threads: Int

  /// The registry with the most work: operations and deliveries. Nil without registries.
  public var busiest: RecordedRegistry? {
    registries.max { ($0.work, $1.number) < ($1.work, $0.number) }
  }

  /// The most subscribers that a registry had at one time.
  public var mostSubscribers: Int { registries.map(\.mostSubscribers).max() ?? 0 }

  /// Returns the program with only the registries that have the name, or nil if there are none. The name is a unique
  /// name, or the label of several registries. O(operations).
  public func restricted(to name: String) -> RecordedProgram? {
    let kept = registries.indices.filter { registries[$0].name == name || registries[$0].label == name }
    guard !kept.isEmpty else { return nil }
    let indices = Dictionary(uniqueKeysWithValues: kept.enumerated().map { (UInt32($1), UInt32($0)) })
    func own(_ operations: [Operation]) -> [Operation] {
      operations.compactMap { operation in
        indices[operation.registry].map { index in
          var operation = operation
          operation.registry = index
          return operation
        }
      }
    }
    var program = self
    program.registries = kept.map { registries[$0] }
    program.start = own(start)
    program.operations = own(operations)
    return program
  }
}

/// What a trace says about one registry.
public struct RecordedRegistry: Equatable, Encodable, Sendable {
  /// The number of the registry in the trace.
  public var number: UInt32
  /// The label, followed by the number where several registries have the same label.
  public var name: String
  /// The name that the program gave, or the type.
  public var label: String
  public var type: String
  /// The source line of the first subscription; nil if it is unknown.
  @OrNull public var line: String?
  /// The subscribers that were there before the first record.
  public var subscribersBefore = 0
  /// The most subscribers at one time.
  public var mostSubscribers = 0
  /// The median of the number of subscribers at a send; nil without sends.
  @OrNull public var medianSubscribersAtSends: Int?
  public var sends = 0
  public var deliveries = 0
  public var subscribes = 0
  public var disposals = 0
  /// The number of threads that subscribed, sent or disposed.
  public var threads = 0
  /// The number of threads that sent.
  public var sendingThreads = 0
  /// The number of sends that waited for the delivery in progress.
  public var queuedSends = 0

  /// The operations and the deliveries.
  public var work: Int { sends + deliveries + subscribes + disposals }
}
