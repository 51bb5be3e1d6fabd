internal import SwitchboardBroadcast
public import SwitchboardSignals

/// How a ``BusLink`` treats events that wait, and how it connects.
public struct LinkOptions: Sendable {
  /// The largest number of events of one queue that wait to be sent or confirmed. Live events, with requests and
  /// answers, have one queue, and each stream has one. 65,536 by default.
  public var queueLimit: Int
  /// The most bytes of events that wait, over all queues of the link: to be sent, to be confirmed, and live events that
  /// wait for handlers. Counts the data, the names, and 256 bytes for each event. Each queue may hold one event, and a
  /// 64th of the bytes, also while others use everything. 64 MiB by default.
  public var queueBytes: Int
  /// What a full queue does with a new event.
  public var whenFull: LinkOverflow
  /// The largest number of events of one stream that have been sent and not yet confirmed, 1 or more. 4,096 by default.
  public var unconfirmedLimit: Int
  /// The pause before the second attempt to connect. 100 ms by default. Each further pause is twice as long, up to
  /// ``longestPause``. The link multiplies each pause by a random number from 0.5 to 1.5, so that many processes do not
  /// connect at the same moment.
  public var firstPause: Duration
  /// The longest pause between two attempts to connect, before the multiplication. 2 seconds by default.
  public var longestPause: Duration
  /// The time within which a stream recognises an event that is sent again. An event that is first confirmed after a
  /// longer interruption may be stored twice.
  /// 120 seconds by default.
  public var duplicateWindow: Duration
  /// On how many servers of a cluster each stream is kept: 1, 3 or 5. 1 by default.
  public var replicas: Int
  /// The time after which a durable event that a silent process holds is delivered to another one. Handlers may take
  /// longer: the link tells the engine that the event is still being handled. More than zero; 30 seconds by default.
  public var acknowledgementDeadline: Duration

  /// Where all work of the link runs, with its pauses and deadlines, and handlers by default. For tests: with a
  /// `TestScheduler`, a link and a ``MemoryNetwork`` work in virtual time, and each run is the same. Nil: the link has
  /// a thread of its own, and handlers run on threads that all links share.
  public var scheduler: Scheduler?
  /// The identifier of the link, which must differ from those of all other links. The identifier also decides the
  /// random part of the pauses. For tests: with numbers that the test chooses, each run in virtual time is the same.
  /// Nil: a random number.
  public var origin: UInt64?

  /// Makes options.
  public init(
    queueLimit: Int = 65_536, queueBytes: Int = 64 << 20, whenFull: LinkOverflow = .dropOldest,
    unconfirmedLimit: Int = 4_096, firstPause: Duration = .milliseconds(100), longestPause: Duration = .seconds(2),
    duplicateWindow: Duration = .seconds(120), replicas: Int = 1, acknowledgementDeadline: Duration = .seconds(30),
    scheduler: Scheduler? = nil, origin: UInt64? = nil
  ) {
    (self.queueLimit, self.queueBytes, self.whenFull) = (queueLimit, queueBytes, whenFull)
    self.unconfirmedLimit = unconfirmedLimit
    (self.firstPause, self.longestPause, self.duplicateWindow) = (firstPause, longestPause, duplicateWindow)
    (self.replicas, self.acknowledgementDeadline) = (replicas, acknowledgementDeadline)
    (self.scheduler, self.origin) = (scheduler, origin)
  }

  /// Stops the program if a link with these options would wait for ever, or deliver again what it has just delivered.
  func check() {
    require(
      unconfirmedLimit > 0,
      "no durable event could be sent with an unconfirmedLimit of \(unconfirmedLimit); use 1 or more")
    require(
      acknowledgementDeadline > .zero,
      "no event could be handled within an acknowledgementDeadline of \(acknowledgementDeadline.text); use more than "
        + ".zero")
  }
}

/// What a full queue of a link does with a new event. See ``LinkOptions/whenFull``.
///
/// No case lets the dispatching thread wait. The link counts and reports each dropped event:
/// ``LinkProblem/dropped(events:)``.
public enum LinkOverflow: Sendable, Hashable {
  /// Drops the event that has waited longest to be sent. If all have been sent and none is confirmed, drops the new
  /// event.
  case dropOldest
  /// Drops the new event.
  case dropNewest
  /// Refuses the new event: ``BusLink/publish(_:identity:within:fileID:line:)`` throws
  /// ``LinkError/queueFull(limit:)``. An event that is dispatched is dropped, because a dispatch does not throw.
  case refuse
}

/// What happens to a durable event when a handler throws. See
/// ``BusLink/receive(_:as:retry:ordered:prefetch:begins:on:fileID:line:)``.
public struct RetryPolicy: Sendable, Hashable {
  /// The number of attempts, with the first. When a handler throws in the last, or its process ends, the event becomes
  /// a dead letter. Beginnings count, and not deliveries; see the page Links.
  public var attempts: Int
  /// The pause before the second attempt.
  public var pause: Duration
  /// How many times longer each further pause is.
  public var growth: Double
  /// The longest pause.
  public var longestPause: Duration

  /// Makes a policy. By default: 5 attempts, with pauses of 1, 2, 4 and 8 seconds.
  ///
  /// - Precondition: `attempts` is positive.
  public init(
    attempts: Int = 5, pause: Duration = .seconds(1), growth: Double = 2, longestPause: Duration = .seconds(60)
  ) {
    require(attempts > 0, "an event with \(attempts) attempts would never be handled; use 1 or more")
    (self.attempts, self.pause, self.growth, self.longestPause) = (attempts, pause, growth, longestPause)
  }

  /// One attempt: the first error makes the event a dead letter.
  public static var never: RetryPolicy { RetryPolicy(attempts: 1) }

  /// The pause after the attempt with this number.
  func pause(after attempt: Int) -> Duration {
    var pause = pause
    for _ in 1..<max(2, min(attempt, 64)) where attempt > 1 && pause < longestPause { pause = pause.times(growth) }
    return min(pause, longestPause).asDelay
  }
}
