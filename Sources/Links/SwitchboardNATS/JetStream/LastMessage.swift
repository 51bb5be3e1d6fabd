#if NATS
  internal import Foundation
  internal import SwitchboardLink

  /// Reads the last message of a subject that a stream keeps.
  final class LastMessage: Sendable {
    private struct Answer: Decodable {
      struct Message: Decodable { var data: Data? }
      var message: Message
    }

    private let jetStream: JetStream
    private let subject: String
    private let stream: StreamSettings
    private let done: @Sendable (Result<WireMessage?, TransportError>) -> Void
    private let retrying = Retrying()

    init(
      _ jetStream: JetStream, _ subject: String, _ stream: StreamSettings,
      _ done: @escaping @Sendable (Result<WireMessage?, TransportError>) -> Void
    ) { (self.jetStream, self.subject, self.stream, self.done) = (jetStream, subject, stream, done) }

    func begin() {
      jetStream.request("STREAM.MSG.GET.\(stream.serverName)", ["last_by_subj": subject]) {
        [self] (result: Result<Answer, JetStream.Failure>) in
        switch result {
        case .success(let answer):
          done(
            .success(
              WireAddress(text: subject).map {
                WireMessage($0, identity: "", payload: [UInt8](answer.message.data ?? Data()))
              }))
        // There is no message, or no stream.
        case .failure(.api(let error)) where error.errCode == 10037 || error.errCode == 10059: done(.success(nil))
        case .failure(let failure):
          if let error = retrying.error(failure, jetStream, stream.serverName, again: { self.begin() }) {
            done(.failure(error))
          }
        }
      }
    }
  }
#endif
