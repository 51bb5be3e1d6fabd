#if NATS
  internal import Foundation
  internal import SwitchboardLink

  /// What the confirmation of a stored message says.
  enum StoreAnswer {
    /// Returns the event for the link.
    static func event(_ message: InboundMessage, _ ticket: UInt64, subject: String) -> ConnectionEvent {
      // `{"stream":"orders", "seq":1}`, with `"duplicate": true` at the end, or `{"error":{…}`.
      let isStored = unsafe message.withPayload { unsafe $0.starts(with: #"{"stream""#.utf8) }
      if isStored {
        return .stored(ticket: ticket, isDuplicate: unsafe message.withPayload { unsafe isDuplicate($0) })
      }
      // 503: no stream listens to the subject, for example because the streams are still starting.
      guard message.status == nil, let failure = try? JSONDecoder().decode(APIFailure.self, from: Data(message.payload))
      else { return .unavailable(ticket: ticket, .noStorage(subject)) }
      let (error, name) = (failure.error, failure.stream ?? subject)
      return error.isTemporary
        ? .unavailable(ticket: ticket, error.temporary(name)) : .refused(ticket: ticket, error.error(name))
    }

    /// Whether the text says `"duplicate": true`. No value of the text contains a quotation mark.
    private static func isDuplicate(_ bytes: UnsafeRawBufferPointer) -> Bool {
      let key = #""duplicate":"#
      var rest = unsafe bytes[...]
      while let start = unsafe rest.firstIndex(of: UInt8(ascii: "\"")) {
        unsafe rest = rest[start...]
        if unsafe rest.starts(with: key.utf8) {
          return unsafe rest.dropFirst(key.utf8.count).first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "t")
        }
        unsafe rest = rest.dropFirst()
      }
      return false
    }
  }
#endif
