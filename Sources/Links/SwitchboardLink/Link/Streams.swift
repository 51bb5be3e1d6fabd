internal import SwitchboardSignals

/// The streams that a link needs, and what the present connection knows of them.
final class Streams: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  enum Status {
    case opening
    case open
    case failed(TransportError)
  }

  private let context: LinkContext
  private var connection: (any TransportConnection)?
  private var known: [StreamSettings: Status] = [:]
  /// The creations of streams, also from earlier connections.
  private var creations: [StreamSettings: String] = [:]
  /// The connections so far. An answer of an earlier connection is ignored.
  private var generation = 0
  /// Why the present connection can open no stream.
  private var denial: TransportError?
  /// Runs after a stream was opened, or could not be opened.
  var changed: () -> Void = {}

  /// The time after which a stream that could not be opened is tried again.
  static let pause = Duration.seconds(5)

  /// The same after an engine that did not answer.
  static func pause(after error: TransportError) -> Duration { error.isTemporary ? .seconds(1) : pause }

  init(_ context: LinkContext) { self.context = context }

  /// Returns the state of a stream. The first call for a connection begins to open the stream.
  func status(of stream: StreamSettings) -> Status {
    if let denial { return .failed(denial) }
    if let status = known[stream] { return status }
    guard let connection else { return .opening }
    known[stream] = .opening
    let generation = generation
    connection.open(stream) { [weak self] result in
      guard let self else { return }
      context.worker.perform { self.opened(stream, result, generation) }
    }
    return .opening
  }

  private func opened(
    _ stream: StreamSettings, _ result: Result<OpenedStream, TransportError>, _ generation: Int
  ) {
    guard generation == self.generation, connection != nil else { return }
    switch result {
    case .success(let opened):
      known[stream] = .open
      let earlier = creations.updateValue(opened.creation, forKey: stream)
      // What the link itself keeps in a stream is written again.
      if let earlier, earlier != opened.creation, !stream.keepsLast {
        context.report(.streamMadeAgain(stream: stream.name))
      }
    case .failure(let error):
      // An engine that does not answer has refused no event: a server that has just started may be busy for seconds.
      known[stream] = error.isTemporary ? .opening : .failed(error)
      context.report(.transport(error))
      askAgain(stream, after: Self.pause(after: error))
    }
    changed()
  }

  /// The creation of a stream that the link has opened.
  func creation(of stream: StreamSettings) -> String? { creations[stream] }

  /// Asks the engine, after a moment, for a stream again that may be gone. Not at once: nats-server 2.9 damages a
  /// stream that is made while it still removes the files of the one before.
  func doubt(_ stream: StreamSettings) {
    guard case .open = known[stream] else { return }
    known[stream] = .opening
    askAgain(stream, after: .seconds(1))
  }

  private func askAgain(_ stream: StreamSettings, after pause: Duration) {
    let generation = generation
    context.worker.schedule(after: pause) { [weak self] in
      guard let self, generation == self.generation, connection != nil else { return }
      known[stream] = nil
      changed()
      // Also if nothing waits for the stream now.
      _ = status(of: stream)
    }
  }

  /// The engine answers nothing on this connection, as it may say before the connection is known here.
  func denied(_ error: TransportError) {
    denial = error
    changed()
  }

  func connected(_ connection: any TransportConnection) {
    generation += 1
    (self.connection, known) = (connection, [:])
  }

  func lost() { (connection, known, denial) = (nil, [:], nil) }
}
