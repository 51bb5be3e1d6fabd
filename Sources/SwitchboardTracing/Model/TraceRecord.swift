/// One event of a trace, decoded.
///
/// A record says what happened, when and where, and which activity caused it:
///
/// | kind | ``flow`` | ``cause`` | ``subscription`` | ``registry`` | ``count`` |
/// |---|---|---|---|---|---|
/// | send, start, replay, arrive, scope | its own | the activity around it; of what was queued or hopped, the one it came from | 0 | whose registry (0: start, arrive, scope) | 0 |
/// | end | of the activity that ends | 0 | 0 | 0 | 0 |
/// | deliver | of the activity | 0 | whose handler | its registry; 0 for the end of a chain of operators | 0 |
/// | subscribe, dispose | of the activity around it | 0 | which | its registry; 0 for a chain | live ones of that registry afterwards; 0 for a chain |
/// | queue, hop | of the `send` or `arrive` to come | the activity around it | 0 | whose (0: hop) | 0 |
/// | ownerDeinit | of the activity around it | 0 | 0 | 0 | what was bound |
/// | close | of the activity around it | 0 | 0 | which | 0 |
/// | lost | 0 | 0 | 0 | 0 | how many records are missing |
///
/// A flow of 0 means: nothing that was recorded.
public struct TraceRecord: Equatable, Sendable, BitwiseCopyable {
  public var kind: TraceKind
  /// Of `send`, `queue` and `deliver`; `value` otherwise.
  public var event: TraceEvent = .value
  /// Of `subscribe` and `dispose`: a place in a registry that belongs to a chain of operators, not to the user.
  /// Of `send` and `replay`: it was queued before.
  public var isIndirect = false
  /// The thread: its number in this trace, from 1 in the order of first appearance.
  public var thread: UInt32
  /// Nanoseconds of the system's monotonic clock; in a trace without clock, a count that grows from each cause to its
  /// effects.
  public var time: UInt64
  public var flow: UInt64 = 0
  public var cause: UInt64 = 0
  public var subscription: UInt64 = 0
  public var registry: UInt32 = 0
  public var count: UInt64 = 0
  /// What it is called: an index into ``TraceSymbols/labels``. 0: nothing.
  public var label: UInt32 = 0
  /// The source line of the subscribe call, or of the send call: an index into ``TraceSymbols/sites``. 0: unknown.
  public var site: UInt32 = 0

  public init(kind: TraceKind, thread: UInt32, time: UInt64) {
    self.kind = kind
    self.thread = thread
    self.time = time
  }
}
