#if NATS
  internal import SwitchboardLink

  /// Makes a stream, or checks the stream that exists.
  ///
  /// ```
  /// info ─▶ exists ─▶ the same?            ─▶ done
  ///      ─▶ missing ─▶ create ─▶ made       ─▶ done
  ///                           ─▶ name taken ─▶ info (another program was faster)
  /// ```
  final class StreamOpening: Sendable {
    private let jetStream: JetStream
    private let wanted: StreamDocument
    private let done: @Sendable (Result<OpenedStream, TransportError>) -> Void
    private let retrying = Retrying()

    init(
      _ jetStream: JetStream, _ stream: StreamSettings,
      _ done: @escaping @Sendable (Result<OpenedStream, TransportError>) -> Void
    ) {
      (self.jetStream, wanted, self.done) = (jetStream, StreamDocument(stream), done)
    }

    func begin() { look(mayCreate: true) }

    private func look(mayCreate: Bool) {
      jetStream.request("STREAM.INFO.\(wanted.name)", [String: String]()) {
        [self] (result: Result<StreamAnswer, JetStream.Failure>) in
        switch result {
        case .success(let answer): check(answer)
        case .failure(.api(let error)) where error.errCode == 10059 && mayCreate: create()
        // Who only publishes needs no right to see the stream. If there is none, the events find none.
        case .failure(.denied): done(.success(OpenedStream(creation: "")))
        case .failure(let failure): retry(failure) { [self] in look(mayCreate: mayCreate) }
        }
      }
    }

    private func create() {
      jetStream.request("STREAM.CREATE.\(wanted.name)", wanted) {
        [self] (result: Result<StreamAnswer, JetStream.Failure>) in
        switch result {
        case .success(let answer): check(answer)
        case .failure(.api(let error)) where error.errCode == 10058: look(mayCreate: false)
        case .failure(.api(let error)) where error.errCode == 10065:
          done(
            .failure(
              .conflict(
                wanted.name, "another stream has some of the subjects \(wanted.subjects ?? [])",
                "rename the application or the event, or delete the other stream; see `nats stream ls --subject`")))
        case .failure(let failure): retry(failure) { [self] in create() }
        }
      }
    }

    private func retry(_ failure: JetStream.Failure, _ again: @escaping @Sendable () -> Void) {
      if let error = retrying.error(failure, jetStream, wanted.name, again: again) {
        done(.failure(error))
      }
    }

    private func check(_ answer: StreamAnswer) {
      let opened = OpenedStream(creation: answer.created)
      done(wanted.conflict(with: answer.config).map { .failure($0) } ?? .success(opened))
    }
  }
#endif
