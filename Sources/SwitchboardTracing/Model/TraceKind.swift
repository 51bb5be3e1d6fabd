/// What happened.
///
/// Activities have a beginning and an ``end``, and a flow of their own; everything recorded between the two on the same
/// thread was caused by them. All other kinds are moments.
public enum TraceKind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  // MARK: Activities

  /// A registry delivers one event to its subscriptions.
  case send = 1
  /// A subscription runs what is upstream of it: operators attach, a cold producer produces.
  case start = 2
  /// A newcomer is given what it missed.
  case replay = 3
  /// Work that left another thread or queue goes on here; see ``hop``.
  case arrive = 4

  /// Work that the program marked; see ``withTraceScope(_:fileID:line:_:)``.
  case scope = 5

  /// The end of an activity.
  case end = 8

  // MARK: Moments

  /// A handler is about to be called. It lasts until the next delivery of the same activity, or the activity's end.
  case deliver = 9
  /// A subscription began.
  case subscribe = 10
  /// A subscription ended: by `dispose()`, by the terminal event, or with its owner or source.
  case dispose = 11
  /// A delivery was in progress, so the event was accepted and waits for its turn (R6). The ``send`` that delivers it
  /// later, perhaps on another thread, has the same flow.
  case queue = 12
  /// Work leaves for another thread or queue. The ``arrive`` there has the same flow.
  case hop = 13
  /// An object with a lifetime is going, and ends what is bound to it.
  case ownerDeinit = 14
  /// A registry goes.
  case close = 15

  /// Records that are missing here, in this thread.
  case lost = 31
}

extension TraceKind {
  /// Whether this begins an activity, which an ``end`` follows.
  @inlinable public var isActivity: Bool { rawValue < TraceKind.end.rawValue }

  /// The word that tools print and filters take.
  public var name: String {
    switch self {
    case .ownerDeinit: "owner-deinit"
    default: "\(self)"
    }
  }

  /// The kind that ``name`` calls so.
  public init?(name: String) {
    guard let kind = TraceKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// Which event of a signal's grammar a ``TraceKind/send``, ``TraceKind/queue`` or ``TraceKind/deliver`` is about.
public enum TraceEvent: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case value = 0
  case error = 1
  case completed = 2
  /// The registry ended without one of the two.
  case ended = 3
}
