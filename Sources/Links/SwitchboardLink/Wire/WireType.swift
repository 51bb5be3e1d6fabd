internal import Foundation
internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// A type of event, as a link needs it.
struct WireType: Sendable {
  let name: String
  let version: Int
  /// Returns the partition of an event, the same in every process and in every run; nil if there is only one.
  let partition: (@Sendable (any WireEvent) -> Int)?
  /// Whether a bus has a subscriber for the type.
  let isHeard: @Sendable (EventBus) -> Bool
  /// Decodes an event and delivers it. Runs handlers on the calling thread.
  let receive: @Sendable (Arrival, _ done: @escaping @Sendable (ArrivalResult) -> Void) -> Void

  init<E: WireEvent>(_ type: E.Type) {
    self.init(type, partition: nil)
  }

  init<E: DurableEvent>(durable type: E.Type) {
    require(
      1...256 ~= E.partitions, "the event “\(E.wireName)” has \(E.partitions) partitions; use a number from 1 to 256")
    let count = E.partitions
    let partition: @Sendable (any WireEvent) -> Int = { event in
      (event as? E)?.partitionKey.map { WirePartition.of(key: $0, among: count) } ?? 0
    }
    self.init(type, partition: count > 1 ? partition : nil)
  }

  private init<E: WireEvent>(_ type: E.Type, partition: (@Sendable (any WireEvent) -> Int)?) {
    require(!E.wireName.isEmpty, "the wireName of \(E.self) is empty; use a name of 1 to 200 bytes")
    WireText.requireShort(E.wireName, "the wireName of \(E.self),")
    require(E.wireVersion > 0, "the wireVersion of \(E.self) is \(E.wireVersion); use 1 or more")
    (name, version) = (E.wireName, E.wireVersion)
    self.partition = partition
    isHeard = { $0.isHeard(E.self) }
    receive = { arrival, done in
      let event: E
      do {
        event = try WireCoding.decode(E.self, arrival.message)
      } catch {
        let reason = WireCoding.reason(of: error, E.self, arrival.message)
        return done(.undecodable(reason.cut(toBytes: WireText.mostReasonBytes)))
      }
      RemoteContext.$current.withValue(RemoteArrivalBox(arrival.remote)) {
        arrival.bus.receive(
          event, waits: arrival.waits, on: arrival.scheduler, flow: arrival.flow, fileID: arrival.fileID,
          line: arrival.line
        ) { outcome in
          switch outcome {
          case .handled(let failures): done(.handled(failures, event))
          case .notSelected: done(.notSelected)
          case .unheard: done(.unheard)
          }
        }
      }
    }
  }
}

/// An event that came from another process.
struct Arrival: Sendable {
  let message: WireMessage
  /// What handlers may know of it.
  let remote: RemoteArrival
  let bus: EventBus
  let scheduler: Scheduler
  /// Whether the result comes after asynchronous handlers too.
  let waits: Bool
  /// The flow of the event in a trace; 0 if the sender recorded none.
  let flow: UInt64
  /// The line that receives.
  let fileID: StaticString
  let line: UInt32
}

/// What became of an event that came from another process.
enum ArrivalResult: Sendable {
  case undecodable(String)
  /// Each subscriber of the type selects other subtypes.
  case notSelected
  /// There was no subscriber, or each subscription ended before its handler was called.
  case unheard
  case handled([EventFailure], any WireEvent)
}

/// The partition of a key.
enum WirePartition {
  /// Returns FNV-1a, of 32 bits, of the key's UTF-8, modulo `count`. Programs in other languages can compute it too.
  static func of(key: String, among count: Int) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in key.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash % UInt32(count))
  }
}

/// An event that is its own data. For benchmarks, which measure a link without the cost of JSON.
public protocol _EncodedWireEvent: WireEvent {
  /// The data.
  var _wirePayload: [UInt8] { get }
  /// Makes an event of data.
  init(_wirePayload: [UInt8])
}

extension CodingUserInfoKey {
  /// The version of the data that is being decoded, an `Int`, in `Decoder.userInfo`. See `WireEvent.wireVersion`.
  public static let wireVersion = CodingUserInfoKey(rawValue: "switchboard.wireVersion")!
}

/// Events as data.
enum WireCoding {
  static func encode<E: WireEvent>(_ event: E, _ encoder: JSONEncoder) throws -> [UInt8] {
    [UInt8](try encoder.encode(event))
  }

  /// Returns the data of an event that is its own data. `type` is the type of the event: a cast would search for it.
  static func data<E: WireEvent, Encoded: _EncodedWireEvent>(of event: E, as type: Encoded.Type) -> [UInt8] {
    unsafe unsafeBitCast(event, to: type)._wirePayload
  }

  static func decode<E: WireEvent>(_ type: E.Type, _ message: WireMessage) throws -> E {
    if message.subject.version > E.wireVersion { throw LaterVersion() }
    if let encoded = type as? any _EncodedWireEvent.Type, let event = encoded.init(_wirePayload: message.payload) as? E
    {
      return event
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.wireVersion] = message.subject.version
    return try decoder.decode(E.self, from: Data(message.payload))
  }

  /// Thrown for data of a later version.
  private struct LaterVersion: Error {}

  static func reason<E: WireEvent>(of error: any Error, _: E.Type, _ message: WireMessage) -> String {
    switch error {
    case is LaterVersion:
      "version \(message.subject.version) of “\(E.wireName)” is later than \(E.wireVersion); update this process"
    case DecodingError.keyNotFound(let key, _): "the key “\(key.stringValue)” is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? context.debugDescription
        : "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    default: "\(error)"
    }
  }
}
