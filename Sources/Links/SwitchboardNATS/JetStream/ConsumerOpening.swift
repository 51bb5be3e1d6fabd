#if NATS
  internal import SwitchboardBroadcast
  internal import SwitchboardLink
  internal import Synchronization

  /// Makes a consumer, or checks the consumer that exists.
  ///
  /// ```
  /// stream info ─▶ consumer info ─▶ exists ─▶ the same?              ─▶ done
  ///                              ─▶ missing ─▶ create ─▶ made        ─▶ done
  ///                                                   ─▶ name taken ─▶ consumer info
  /// ```
  /// The stream comes first: if it is made anew meanwhile, its consumer belongs to a stream that is older than the
  /// consumer, and nothing is taken for acknowledged that is not. When several members make the consumer at once, all
  /// get the consumer of the first, also if they wanted to begin at different places.
  final class ConsumerOpening: Sendable {
    private let jetStream: JetStream
    private let settings: ConsumerSettings
    private let wanted: ConsumerDocument
    private let stream = Lock<StreamAnswer?>(nil)
    private let wasMade = Atomic(false)
    private let receive: @Sendable (StoredMessage) -> Void
    private let done: @Sendable (Result<any TransportConsumer, TransportError>) -> Void
    private let retrying = Retrying()

    init(
      _ jetStream: JetStream, _ settings: ConsumerSettings, from start: UInt64?,
      _ receive: @escaping @Sendable (StoredMessage) -> Void,
      _ done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
    ) {
      (self.jetStream, self.settings, wanted) = (jetStream, settings, ConsumerDocument(settings, from: start))
      (self.receive, self.done) = (receive, done)
    }

    func begin() {
      jetStream.request("STREAM.INFO.\(settings.stream.serverName)", [String: String]()) {
        [self] (result: Result<StreamAnswer, JetStream.Failure>) in
        switch result {
        case .success(let answer):
          stream.exchange(answer)
          look(mayCreate: true)
        case .failure(let failure): retry(failure) { [self] in begin() }
        }
      }
    }

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
        case .success(let answer):
          wasMade.store(true, ordering: .relaxed)
          check(answer)
        // Another member was faster.
        case .failure(.api(let error)) where [10012, 10013, 10148].contains(error.errCode): look(mayCreate: false)
        case .failure(let failure): retry(failure) { [self] in create() }
        }
      }
    }

    private func check(_ answer: ConsumerAnswer) {
      if let conflict = wanted.conflict(with: answer.config, of: settings.stream.serverName) {
        return done(.failure(conflict))
      }
      guard let stream = stream.withLock({ $0 }) else { return }
      // The server also says that it has made a consumer if it had one with the same settings. That may have delivered
      // what nobody has acknowledged.
      let isNew = wasMade.load(ordering: .relaxed) && answer.delivered.consumerSequence == 0
      let position = ConsumerPosition(
        creation: stream.created, isNew: isNew, firstKept: stream.state.firstSequence,
        lastDelivered: answer.delivered.streamSequence, floor: answer.floor.streamSequence)
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
