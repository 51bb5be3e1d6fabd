#if NATS
  internal import SwitchboardLink

  /// Makes a consumer, or checks the consumer that exists, and asks for the oldest message of the stream.
  ///
  /// ```
  /// consumer info ─▶ exists ─▶ the same?           ─▶ stream info ─▶ done
  ///               ─▶ missing ─▶ create ─▶ made      ─▶ stream info ─▶ done
  ///                                    ─▶ name taken ─▶ consumer info
  /// ```
  /// When several members make the consumer at once, all get the same consumer, because their settings are the same.
  final class ConsumerOpening: Sendable {
    private let jetStream: JetStream
    private let settings: ConsumerSettings
    private let wanted: ConsumerDocument
    private let receive: @Sendable (StoredMessage) -> Void
    private let done: @Sendable (Result<any TransportConsumer, TransportError>) -> Void
    private let retrying = Retrying()

    init(
      _ jetStream: JetStream, _ settings: ConsumerSettings, _ receive: @escaping @Sendable (StoredMessage) -> Void,
      _ done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
    ) {
      (self.jetStream, self.settings, wanted) = (jetStream, settings, ConsumerDocument(settings))
      (self.receive, self.done) = (receive, done)
    }

    func begin() { look(mayCreate: true) }

    private var path: String { settings.serverPath }

    private func look(mayCreate: Bool) {
      jetStream.request("CONSUMER.INFO.\(path)", [String: String]()) {
        [self] (result: Result<ConsumerAnswer, JetStream.Failure>) in
        switch result {
        case .success(let answer): check(answer)
        case .failure(.api(let error)) where error.errCode == 10014 && mayCreate: create()
        case .failure(let failure): retry(failure) { [self] in look(mayCreate: mayCreate) }
        }
      }
    }

    private func create() {
      let body = ConsumerRequest(stream: settings.stream.serverName, config: wanted)
      jetStream.request("CONSUMER.DURABLE.CREATE.\(path)", body) {
        [self] (result: Result<ConsumerAnswer, JetStream.Failure>) in
        switch result {
        case .success(let answer): check(answer)
        case .failure(.api(let error)) where error.errCode == 10013 || error.errCode == 10148: look(mayCreate: false)
        case .failure(let failure): retry(failure) { [self] in create() }
        }
      }
    }

    private func check(_ answer: ConsumerAnswer) {
      if let conflict = wanted.conflict(with: answer.config, of: settings.stream.serverName) {
        return done(.failure(conflict))
      }
      jetStream.request("STREAM.INFO.\(settings.stream.serverName)", [String: String]()) {
        [self] (result: Result<StreamAnswer, JetStream.Failure>) in
        switch result {
        case .success(let stream): finish(stream, answer)
        case .failure(let failure): retry(failure) { [self] in check(answer) }
        }
      }
    }

    private func finish(_ stream: StreamAnswer, _ answer: ConsumerAnswer) {
      let position = ConsumerPosition(
        firstKept: stream.state.firstSequence, lastDelivered: answer.delivered.streamSequence)
      let most = stream.config.maxMessageBytes ?? 0
      let consumer = PullConsumer(jetStream, settings, position, largest: most > 0 ? most : jetStream.client.mostBytes)
      do throws(TransportError) {
        try consumer.begin(receive)
        done(.success(consumer))
      } catch {
        done(.failure(error))
      }
    }

    private func retry(_ failure: JetStream.Failure, _ again: @escaping @Sendable () -> Void) {
      if let error = retrying.error(failure, jetStream, settings.title, again: again) {
        done(.failure(error))
      }
    }
  }
#endif
