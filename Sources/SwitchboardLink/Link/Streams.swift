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
  /// The connections so far. An answer of an earlier connection is ignored.
  private var generation = 0
  /// Runs after a stream was opened, or could not be opened.
  var changed: () -> Void = {}

  /// The time after which a stream that could not be opened is tried again.
  static let pause = Duration.seconds(5)

  /// The same after an engine that did not answer.
  static func pause(after error: TransportError) -> Duration { error.isTemporary ? .seconds(1) : pause }

  init(_ context: LinkContext) { self.context = context }

  /// Returns the state of a stream. The first call for a connection begins to open the stream.
  func status(of stream: StreamSettings) -> Status {
    if let status = known[stream] { return status }
    guard let connection else { return .opening }
    known[stream] = .opening
    let generation = generation
    connection.open(stream) { [weak self] error in
      guard let self else { return }
      context.worker.perform { self.opened(stream, error, generation) }
    }
    return .opening
  }

  private func opened(_ stream: StreamSettings, _ error: TransportError?, _ generation: Int) {
    guard generation == self.generation, connection != nil else { return }
    // An engine that does not answer has refused no event: a server that has just started may be busy for seconds.
    known[stream] = error.map { $0.isTemporary ? .opening : .failed($0) } ?? .open
    if let error {
      context.report(.transport(error))
      context.worker.schedule(after: Self.pause(after: error)) { [weak self] in
        guard let self, generation == self.generation, connection != nil else { return }
        known[stream] = nil
        changed()
      }
    }
    changed()
  }

  /// Asks the engine for a stream again, which may be gone.
  func doubt(_ stream: StreamSettings) {
    guard case .open = known[stream] else { return }
    known[stream] = nil
    _ = status(of: stream)
  }

  func connected(_ connection: any TransportConnection) {
    generation += 1
    (self.connection, known) = (connection, [:])
  }

  func lost() { (connection, known) = (nil, [:]) }
}
