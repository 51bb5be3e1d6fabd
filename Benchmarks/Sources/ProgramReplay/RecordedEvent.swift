/// One record of a trace, as far as a replay needs it. The reader of trace files has types of its own, which the tests
/// of the reconstruction cannot create.
public struct RecordedEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// A registry delivers an event.
    ///
    /// - `isLast`: Whether the event ends the registry, as an error and a completion do.
    case send(isLast: Bool)
    /// A new subscriber receives what it missed.
    case replay
    /// An activity of another kind begins.
    case activity
    /// An activity ends.
    case end
    case deliver
    case subscribe, dispose
    /// A send waits for the delivery in progress.
    case queue
    /// Records are missing at this place.
    case lost
  }

  public var kind: Kind
  /// The number of the thread.
  public var thread: UInt32
  /// The number of the activity, which its deliveries and its end share. 0 if the activity was not recorded.
  public var flow: UInt64
  /// The number of the registry. 0 if none is concerned.
  public var registry: UInt32
  /// The number of the subscription, unique in the trace.
  public var subscription: UInt64
  /// For `subscribe` and `dispose`, the subscribers of the registry afterwards; for `lost`, the missing records.
  public var count: UInt64
  /// The numbers of the label and the source line, for ``RecordingBuilder/Names``.
  public var label, site: UInt32

  public init(
    _ kind: Kind, thread: UInt32 = 1, flow: UInt64 = 0, registry: UInt32 = 0, subscription: UInt64 = 0,
    count: UInt64 = 0, label: UInt32 = 0, site: UInt32 = 0
  ) {
    self.kind = kind
    self.thread = thread
    self.flow = flow
    self.registry = registry
    self.subscription = subscription
    self.count = count
    self.label = label
    self.site = site
  }
}
