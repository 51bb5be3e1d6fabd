internal import SwitchboardBroadcast

/// The state of a link. See ``BusLink/state``.
public enum LinkState: Sendable, Hashable, CustomStringConvertible {
  /// The link has no connection and tries to make one. The error says why the last attempt failed, or why the last
  /// connection ended. Nil: the first attempt has not ended yet.
  case connecting(last: TransportError?)
  /// The link has a connection.
  case connected
  /// The link ends: it sends what it has accepted. Handlers that are still at work may publish.
  case closing
  /// The link has ended.
  case closed

  /// The state in a few words.
  public var description: String {
    switch self {
    case .connecting(nil): "connecting"
    case .connecting(let error?): "connecting: \(error)"
    case .connected: "connected"
    case .closing: "closing"
    case .closed: "closed"
    }
  }
}

/// Something that a program should know about and that no call can throw. See ``BusLink/problems``.
///
/// Of many problems that are alike, the first is sent at once, and then at most once a second ``more(_:like:)``.
public enum LinkProblem: Sendable, Hashable, CustomStringConvertible {
  /// The queue was full. Sent at most once a second, with the number of events dropped since the last report.
  case dropped(events: Int)
  /// The engine refused an event that was dispatched. The event is lost for other processes.
  case refused(TransportError)
  /// Durable events have no confirmation, although the engine takes connections. Sent after 10 seconds, and at most
  /// every 10 seconds while the event that waits longest, of this subject, still waits. The link sends the events again
  /// until the engine confirms or refuses them. The error is the engine's last one; nil if the engine does not answer.
  case unconfirmed(subject: String, events: Int, after: Duration, last: TransportError?)
  /// An event could not be encoded. The event is lost for other processes.
  case unencodable(name: String, reason: String)
  /// An event of another process could not be decoded, or has a later version. A durable event becomes a dead letter;
  /// with a later version, only after the last attempt.
  case undecodable(subject: String, reason: String)
  /// A group did not handle a durable event in all its attempts. The event is stored as a dead letter.
  case deadLetter(subject: String, reason: String)
  /// A stream dropped events before the group had them, because the stream was full or the events too old.
  case gap(stream: String, group: String, events: UInt64)
  /// A stream that the link knew was gone, and is there again without the events that it had. Groups begin with the
  /// first event of the new stream.
  case streamMadeAgain(stream: String)
  /// A group that had begun was gone at the engine, and was made again after the event of this place in the stream, up
  /// to which it had acknowledged all. Later events that it had handled come again. Nil: no process of the group knows
  /// the place, so the group begins as the reception says.
  case groupMadeAgain(stream: String, group: String, after: UInt64?)
  /// Live events that waited here were dropped, because their handlers were too slow.
  case slow(name: String, events: Int)
  /// The engine reports an error. A stream or consumer that it concerns is tried again.
  case transport(TransportError)
  /// There were so many more problems like this one, which is the newest, in the last second. Alike are problems of one
  /// case about the same name, with whatever reason. Of more than 64 different ones at a time, the rest count as alike.
  indirect case more(Int, like: LinkProblem)

  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .dropped(let events):
      "\(events) events dropped, because the queue of the link was full; raise LinkOptions.queueLimit, or send less"
    case .refused(let error): "an event was not stored: \(error)"
    case .unconfirmed(let subject, let events, let time, let error):
      """
      \(subject): no confirmation after \(time.text), \(events) events wait: \
      \(error.map(\.description) ?? "the engine does not answer; check its log, and whether its disk is full")
      """
    case .unencodable(let name, let reason): "an event “\(name)” was not sent, because it cannot be encoded: \(reason)"
    case .undecodable(let subject, let reason): "an event of \(subject) cannot be decoded: \(reason)"
    case .deadLetter(let subject, let reason): "an event of \(subject) became a dead letter: \(reason)"
    case .gap(let stream, let group, let events):
      """
      \(stream): \(events) events were dropped before the group “\(group)” had them; raise the stream's limits, or \
      add members to the group
      """
    case .streamMadeAgain(let stream):
      "the stream \(stream) was deleted and is made again; what it had kept is lost"
    case .groupMadeAgain(let stream, let group, let place?):
      "the group “\(group)” of \(stream) was deleted and is made again; it goes on after event \(place)"
    case .groupMadeAgain(let stream, let group, nil):
      """
      the group “\(group)” of \(stream) was deleted, and no process knows how far it had come; it begins as `begins` \
      says, so it may have missed events
      """
    case .slow(let name, let events):
      "\(events) events “\(name)” dropped, because their handlers are slow; handle them in a task, or raise the limit"
    case .transport(let error): error.description
    case .more(let count, let problem): "\(count) more like this: \(problem)"
    }
  }
}

/// An error of ``BusLink/publish(_:identity:within:fileID:line:)``, ``BusLink/ready(within:)`` and
/// ``BusLink/close(within:)``.
public enum LinkError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The engine refuses the event, the stream or the group.
  case refused(TransportError)
  /// The event cannot be encoded.
  case unencodable(name: String, reason: String)
  /// The queue is full. See ``LinkOptions/whenFull``.
  case queueFull(limit: Int)
  /// The event was dropped from the full queue.
  case dropped
  /// The link is closed.
  case closed
  /// The engine has not confirmed the event in time. The event stays in the queue, and the link still sends it.
  case unconfirmed(within: Duration)
  /// The link was closed, or its deadline passed, while events waited to be sent or confirmed. Those events may be
  /// lost for other processes.
  case unsent(events: Int)
  /// The link was not ready in time. The error says what the last attempt to connect met.
  case notReady(within: Duration, last: TransportError?)
  /// The task that awaited was cancelled. The event may be stored or not.
  case cancelled

  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .refused(let error): error.description
    case .unencodable(let name, let reason): "an event “\(name)” cannot be encoded: \(reason)"
    case .queueFull(let limit):
      "the queue of the link is full with \(limit) events; publish more slowly, or raise LinkOptions.queueLimit"
    case .dropped: "the event was dropped from the full queue of the link; publish more slowly, or use .refuse"
    case .closed: "the link is closed; make a new one"
    case .unconfirmed(let time):
      "the event is not confirmed after \(time.text), and waits; look at the state of the link and at its problems"
    case .unsent(let events): "\(events) events were neither sent nor confirmed in time; close with a later deadline"
    case .notReady(let time, let last):
      "the link is not ready after \(time.text)" + (last.map { ": \($0)" } ?? "; the engine does not answer")
    case .cancelled: "the awaiting task was cancelled"
    }
  }
}

/// An error of ``BusLink/deliver(_:within:fileID:line:)``.
public enum RemoteDeliveryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No process answered in time. The event may have been handled or not.
  case noAnswer(name: String, within: Duration)
  /// No process answers the type now, as the engine says. The event was not handled.
  case noResponder(name: String)
  /// The responder has no subscriber for the event any more, or its subscribers select other subtypes.
  case noSubscriber(name: String)
  /// Handlers of the responder threw. The texts describe their errors.
  case handlersFailed([String])
  /// The responder cannot decode the event.
  case undecodable(reason: String)
  /// The event was not sent.
  case unsent(LinkError)
  /// The wait ended without an answer, because the task was cancelled or the link has ended. The event may have been
  /// handled or not.
  case interrupted(LinkError)

  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .noAnswer(let name, let time):
      "no process answered “\(name)” within \(time.text); start a process that calls respond(to:), or wait longer"
    case .noResponder(let name):
      "no process answers “\(name)” now; start a process that calls respond(to:), and deliver again"
    case .noSubscriber(let name): "the process that answered “\(name)” has no subscriber for it"
    case .handlersFailed(let errors): "handlers failed: \(errors.joined(separator: "; "))"
    case .undecodable(let reason): "the responder cannot decode the event: \(reason)"
    case .unsent(let error): "the event was not sent: \(error)"
    case .interrupted(let error): "the event may have been handled or not: \(error)"
    }
  }
}

/// What a link has done since it was made, and what waits now. See ``BusLink/census``.
public struct LinkCensus: Sendable, Hashable, Codable {
  /// Events that wait to be sent.
  public internal(set) var waiting = 0
  /// Durable events that were sent and are not confirmed yet.
  public internal(set) var unconfirmed = 0
  /// Live events, requests and answers that were handed to the engine.
  public internal(set) var sent = 0
  /// Durable events that the engine has confirmed.
  public internal(set) var confirmed = 0
  /// Durable events that were handed over again, after a lost connection or a missing confirmation.
  public internal(set) var resent = 0
  /// Durable events that the engine had stored already when they were handed over again.
  public internal(set) var duplicates = 0
  /// Events dropped from the full queue.
  public internal(set) var dropped = 0
  /// Events that the engine refused, or that could not be encoded.
  public internal(set) var refused = 0
  /// Live events that the engine did not take, because the connection was lost.
  public internal(set) var lost = 0
  /// Events that came from other processes.
  public internal(set) var received = 0
  /// Events that came back to this link, and were left out.
  public internal(set) var own = 0
  /// Durable events from other processes that were handled and acknowledged.
  public internal(set) var handled = 0
  /// Durable events from other processes that were acknowledged, because the subscribers select other subtypes.
  public internal(set) var unselected = 0
  /// Durable events that came again: in their second or a later attempt.
  public internal(set) var redelivered = 0
  /// Durable events whose handlers threw, to be delivered again later.
  public internal(set) var retried = 0
  /// Events that became dead letters.
  public internal(set) var deadLetters = 0
  /// Events that could not be decoded.
  public internal(set) var undecodable = 0
  /// Durable events that were dropped by their stream before this process's groups had them.
  public internal(set) var missed: UInt64 = 0
  /// Live events from other processes that were dropped, because their handlers were slow.
  public internal(set) var slow = 0
  /// Connections made.
  public internal(set) var connections = 0

  init() {}
}
