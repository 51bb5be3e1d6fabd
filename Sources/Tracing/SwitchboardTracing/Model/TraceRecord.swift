/// One event of a trace, decoded.
///
/// A record says what happened, when and where, and which activity caused it:
///
/// | kind | ``flow`` | ``cause`` | ``subscription`` | ``registry`` | ``count`` |
/// |---|---|---|---|---|---|
/// | send, replay | its own | the activity around it (1) | 0 | the registry that acts | 0 |
/// | start, arrive, scope | its own | the activity around it (1) | 0 | 0 | 0 |
/// | end | the activity that ends | 0 | 0 | 0 | 0 |
/// | deliver | the activity | 0 | the subscription of the handler | the registry of the subscription (2) | 0 |
/// | subscribe, dispose | the activity around it | 0 | the subscription | the registry of the subscription (2) | (3) |
/// | queue, hop | the later `send` or `arrive` | the activity around it | 0 | the registry that queues (0: hop) | 0 |
/// | ownerDeinit | the activity around it | 0 | 0 | 0 | subscriptions bound to the object |
/// | close | the activity around it | 0 | 0 | the registry | 0 |
/// | lost | 0 | 0 | 0 | 0 | the number of missing records |
///
/// - (1) After a queue or a hop, the cause is 0 while the trace is recorded. In a trace that was read from a file, the
///   cause is that of the `queue` or `hop` record.
/// - (2) The registry is 0 if the subscription is that of a chain of operators.
/// - (3) The count is the number of live subscriptions of the registry afterwards, or 0 for a chain of operators.
///
/// A flow of 0 stands for an activity that was not recorded.
public struct TraceRecord: Equatable, Sendable, BitwiseCopyable {
  /// What happened.
  public package(set) var kind: TraceKind
  /// The event of a `send`, `queue` or `deliver`; `value` for all other kinds.
  public package(set) var event: TraceEvent = .value
  /// For `subscribe`, `dispose` and `deliver`: whether the subscription is a place in a registry that belongs to a
  /// chain of operators, not to the user. For `hop`: whether the event moves within such a chain. For `send` and
  /// `replay`: whether the event was queued before.
  public package(set) var isIndirect = false
  /// The number of the thread in this trace, from 1 in the order of first appearance.
  public package(set) var thread: UInt32
  /// The time in nanoseconds of the system's monotonic clock. In a trace without a clock, a count that grows from each
  /// cause to its effects.
  public package(set) var time: UInt64
  /// The number of an activity; see the table. An activity keeps its number when it moves to another thread.
  public package(set) var flow: UInt64 = 0
  /// The ``flow`` of the activity that caused this one; see the table.
  public package(set) var cause: UInt64 = 0
  /// The number of a subscription, unique in the trace. 0 if no subscription is concerned.
  public package(set) var subscription: UInt64 = 0
  /// The number of a registry: of a subject, a board's key, a bus's channel or an observer. 0 if none is concerned.
  public package(set) var registry: UInt32 = 0
  /// A number of subscriptions or of records; see the table.
  public package(set) var count: UInt64 = 0
  /// The label of the registry or signal: an index into ``TraceSymbols/labels``. 0 if there is none.
  public package(set) var label: UInt32 = 0
  /// The source line of the subscribe or send call: an index into ``TraceSymbols/sites``. 0 if it is unknown.
  public package(set) var site: UInt32 = 0

  package init(kind: TraceKind, thread: UInt32, time: UInt64) {
    self.kind = kind
    self.thread = thread
    self.time = time
  }
}

/// The kind of a trace record: what happened.
///
/// An activity has a beginning, an ``end``, and a flow of its own. The activity causes everything that the same thread
/// records between its beginning and its end. All other kinds are moments.
public enum TraceKind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  // MARK: Activities

  /// A registry delivers one event to its subscriptions.
  case send = 1
  /// A subscription runs the code upstream of it: operators attach, and a cold producer produces.
  case start = 2
  /// A new subscriber receives the events that it missed.
  case replay = 3
  /// Work that left another thread or queue, or waited in an operator, continues here; see ``hop``.
  case arrive = 4

  /// Work that the program marked with ``withTraceScope(_:fileID:line:_:)``.
  case scope = 5

  /// The end of an activity.
  case end = 8

  // MARK: Moments

  /// A handler is about to be called. The call lasts until the next delivery of the same activity, or until the
  /// activity ends.
  case deliver = 9
  /// A subscription began.
  case subscribe = 10
  /// A subscription ended: by `dispose()`, by the terminal event, or with its owner or source.
  case dispose = 11
  /// A delivery was in progress, so the registry accepted the event and queued it (promise R6). The ``send`` that
  /// delivers the event later, perhaps on another thread, has the same flow.
  case queue = 12
  /// Work leaves for another thread or queue, or begins to wait in an operator. The ``arrive`` with which it continues
  /// has the same flow. So has a further hop, if other work takes its place in the operator.
  case hop = 13
  /// An object with a `Lifetime` is being deallocated, and its `Lifetime` ends the subscriptions bound to it.
  case ownerDeinit = 14
  /// A registry is deallocated.
  case close = 15

  /// Records of this thread are missing at this place.
  case lost = 31
}

extension TraceKind {
  /// Whether a record of this kind begins an activity, which an ``end`` follows.
  @inlinable public var isActivity: Bool { rawValue < TraceKind.end.rawValue }

  /// The word that tools print and that filters accept.
  public var name: String {
    switch self {
    case .ownerDeinit: "owner-deinit"
    default: "\(self)"
    }
  }

  /// Creates the kind whose ``name`` is `name`, or returns nil if there is none.
  public init?(name: String) {
    guard let kind = TraceKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// The event of a signal's grammar that a ``TraceKind/send``, ``TraceKind/queue`` or ``TraceKind/deliver`` is about.
public enum TraceEvent: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// A value, or an event of a bus or a board.
  case value = 0
  /// An error, which ends a signal.
  case error = 1
  /// The completion of a signal.
  case completed = 2
  /// The registry ended without an error and without a completion.
  case ended = 3
}
