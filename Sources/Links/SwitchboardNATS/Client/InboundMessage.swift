#if NATS
  internal import CNATS
  internal import Foundation
  internal import SwitchboardLink

  /// A message of the C client, valid during the call that brings it.
  @safe
  struct InboundMessage {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    /// The subject in C.
    var rawSubject: UnsafePointer<CChar>? { unsafe natsMsg_GetSubject(pointer) }
    /// The subject.
    var subject: String { unsafe rawSubject.map { unsafe String(cString: $0) } ?? "" }
    /// Where to answer; for a message of a consumer, where to acknowledge.
    var reply: String? { unsafe natsMsg_GetReply(pointer).map { unsafe String(cString: $0) } }

    /// The data.
    var payload: [UInt8] { unsafe withPayload { unsafe [UInt8]($0) } }

    func withPayload<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      unsafe body(
        UnsafeRawBufferPointer(start: natsMsg_GetData(pointer), count: Int(natsMsg_GetDataLength(pointer))))
    }

    /// The first value of a header.
    func header(_ name: StaticString) -> String? {
      var value: UnsafePointer<CChar>?
      let key = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      guard unsafe natsMsgHeader_Get(pointer, key, &value) == NATS_OK else { return nil }
      return unsafe value.map { unsafe String(cString: $0) }
    }

    /// The number of a message of the server, such as 503, which has no data.
    var status: Int? {
      unsafe natsMsg_GetDataLength(pointer) == 0 ? header("Status").flatMap { Int($0) } : nil
    }
  }

  /// Makes messages of the link from messages of the C client. Most messages of a subscription have the subject of the
  /// message before, so the subject is read only when it changes.
  final class MessageReader: @unchecked Sendable {
    // Sound: a reader belongs to one subscription, whose messages come on one thread.
    private var last: WireAddress?

    /// Returns the message; nil if the subject has another form.
    func read(_ inbound: InboundMessage) -> WireMessage? {
      guard let raw = unsafe inbound.rawSubject else { return nil }
      if unsafe last?.text.withCString({ unsafe strcmp($0, raw) }) != 0 {
        guard let read = WireAddress(text: inbound.subject) else { return nil }
        last = read
      }
      return last.map {
        WireMessage(
          $0, identity: inbound.header("Nats-Msg-Id") ?? "", traceparent: inbound.header("traceparent"),
          payload: inbound.payload)
      }
    }
  }
#endif
