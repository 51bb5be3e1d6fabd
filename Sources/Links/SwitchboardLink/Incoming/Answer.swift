internal import Foundation
internal import SwitchboardBus

/// The answer to a delivery, as it travels.
struct Answer: Codable {
  enum Outcome: String, Codable { case handled, failed, noSubscriber, undecodable }

  /// The number of the request among the events of the link that sent it.
  let number: UInt64
  let outcome: Outcome
  /// The name of the event, the reason or the errors.
  let texts: [String]
  /// The origin of the link that sent the request.
  private(set) var origin: UInt64 = 0

  private enum CodingKeys: CodingKey { case number, outcome, texts }

  /// Nil if the request does not say where the answer goes.
  init?(_ request: WireMessage, _ result: ArrivalResult) {
    guard let identity = WireIdentity(request.identity) else { return nil }
    (origin, number) = (identity.origin, identity.number)
    switch result {
    case .undecodable(let reason): (outcome, texts) = (.undecodable, [reason])
    case .unheard, .notSelected: (outcome, texts) = (.noSubscriber, [request.subject.name])
    case .handled(let failures, _):
      (outcome, texts) = failures.isEmpty ? (.handled, []) : (.failed, Self.texts(of: failures))
    }
  }

  /// The most errors of an answer.
  private static let mostTexts = 16

  /// Returns texts that an engine surely carries. A longer answer would be refused, and the sender would know nothing.
  private static func texts(of failures: [EventFailure]) -> [String] {
    let texts = failures.prefix(mostTexts).map { "\($0.error)".cut(toBytes: WireText.mostReasonBytes) }
    return failures.count > mostTexts ? texts + ["and \(failures.count - mostTexts) more"] : texts
  }

  var result: Result<Void, RemoteDeliveryError> {
    switch outcome {
    case .handled: .success(())
    case .failed: .failure(.handlersFailed(texts))
    case .noSubscriber: .failure(.noSubscriber(name: texts.first ?? ""))
    case .undecodable: .failure(.undecodable(reason: texts.first ?? ""))
    }
  }

  /// Reads an answer. Nil if the data are none.
  init?(_ payload: [UInt8]) {
    if let number = Self.number(ofHandled: payload) {
      (self.number, outcome, texts) = (number, .handled, [])
    } else if let answer = try? JSONDecoder().decode(Answer.self, from: Data(payload)) {
      self = answer
    } else {
      return nil
    }
  }

  private var payload: [UInt8] {
    if outcome == .handled { return Self.beginning + "\(number)".utf8 + Self.end }
    // The type has only numbers and texts, so encoding does not fail.
    return [UInt8]((try? JSONEncoder().encode(self)) ?? Data())
  }

  // Most answers say only that the event was handled, and a coder of JSON takes longer than all else.
  private static let beginning = Array(#"{"number":"#.utf8)
  private static let end = Array(#","outcome":"handled","texts":[]}"#.utf8)

  /// Returns the number in an answer of that form.
  private static func number(ofHandled payload: [UInt8]) -> UInt64? {
    guard payload.starts(with: beginning), payload.suffix(end.count).elementsEqual(end) else { return nil }
    return UInt64(String(decoding: payload.dropFirst(beginning.count).dropLast(end.count), as: UTF8.self))
  }

  func outgoing(application: String) -> OutgoingEvent {
    let route = OutgoingRoute(name: WireIdentity.text(ofOrigin: origin), .reply, application: application)
    return EncodedOutgoingEvent(payload, subtype: nil, route)
  }
}
