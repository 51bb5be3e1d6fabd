#if NATS
  internal import CNATS
  internal import Foundation
  internal import SwitchboardLink

  /// Messages of the C client that are sent again with other data and other headers. The C client frees messages on
  /// another thread, and the two threads then contend for the memory: that takes longer than sending.
  ///
  /// The subject and the length of a message cannot change. So there is a message for each address and length of late.
  struct ReusedMessages {
    /// Each address and length has one place, which they may have to leave to others.
    private var places: [ReusedMessage?] = Array(repeating: nil, count: 64)

    /// The longest data of a message that is used again. Longer ones are rare, and would keep much memory.
    static var mostBytes: Int { 4096 }

    /// Sets `made` to a message with the same subject, headers and data. It is valid until the next call. O(bytes).
    mutating func prepare(_ message: WireMessage, _ made: inout OpaquePointer?) -> natsStatus {
      let hash = UInt(bitPattern: ObjectIdentifier(message.address)) >> 4 &+ UInt(message.payload.count)
      let place = Int(hash % UInt(places.count))
      if let kept = places[place], kept.isLike(message) { return unsafe kept.refill(message, &made) }
      let code = unsafe message.make(&made, reply: nil)
      guard code == NATS_OK, let made = unsafe made else { return code }
      let kept = unsafe ReusedMessage(message, made)
      places[place] = kept
      return kept.setHeaders(message)
    }
  }

  /// A message of the C client. It owns its data and its headers: the client copies them when they are set, and again
  /// when the message is sent. So they can be overwritten in between.
  @safe
  private final class ReusedMessage {
    private let message: OpaquePointer
    private let address: WireAddress
    private let data: UnsafeMutableRawPointer?
    private let count: Int
    @safe @exclusivity(unchecked) private var identity: Header?
    @safe @exclusivity(unchecked) private var trace: Header?

    /// - Parameter made: Made like `message`, without headers. Destroyed with this object.
    init(_ message: WireMessage, _ made: OpaquePointer) {
      unsafe (self.message, data) = unsafe (made, UnsafeMutableRawPointer(mutating: natsMsg_GetData(made)))
      (address, count) = (message.address, message.payload.count)
      identity = message.identity.isEmpty ? nil : Header("Nats-Msg-Id")
      trace = message.traceparent.map { _ in Header("traceparent") }
    }

    deinit { unsafe natsMsg_Destroy(message) }

    func isLike(_ other: WireMessage) -> Bool {
      address === other.address && count == other.payload.count && (identity == nil) == other.identity.isEmpty
        && (trace == nil) == (other.traceparent == nil)
    }

    func refill(_ other: WireMessage, _ made: inout OpaquePointer?) -> natsStatus {
      unsafe made = unsafe message
      if let data = unsafe data {
        unsafe other.payload.withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(start: data, count: count).copyMemory(from: $0)
        }
      }
      return setHeaders(other)
    }

    func setHeaders(_ other: WireMessage) -> natsStatus {
      let first = unsafe identity?.set(other.identity, in: message) ?? NATS_OK
      guard first == NATS_OK, let traceparent = other.traceparent else { return first }
      return unsafe trace?.set(traceparent, in: message) ?? NATS_OK
    }
  }

  /// A header of a message that is used again.
  @safe
  private struct Header {
    private let name: StaticString
    private var value: UnsafeMutablePointer<CChar>?
    private var count = 0

    init(_ name: StaticString) { self.name = name }

    /// Overwrites a value of the same length, as most are. Otherwise has the C client make a new one.
    mutating func set(_ text: String, in message: OpaquePointer) -> natsStatus {
      let length = text.utf8.count
      if let value = unsafe value, length == count {
        unsafe text.withCString { unsafe value.update(from: $0, count: length) }
        return NATS_OK
      }
      var set: UnsafePointer<CChar>?
      var code = unsafe WireMessage.set(name, text, message)
      if code == NATS_OK { code = unsafe natsMsgHeader_Get(message, WireMessage.key(name), &set) }
      // The client's own length: it ends a text at the first zero.
      unsafe (value, count) = unsafe (UnsafeMutablePointer(mutating: set), set.map { unsafe strlen($0) } ?? 0)
      return code
    }
  }
#endif
