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
  /// Work that left another thread or queue continues here; see ``hop``.
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
  /// Work leaves for another thread or queue. The ``arrive`` on the other side has the same flow.
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
