internal import SwitchboardBroadcast

/// The address of a message: what the message is about.
///
/// ```
/// shop.durable.order-placed.1.0.eu
/// │    │       │            │ │ └ subtype, `-` for none
/// │    │       │            │ └── partition
/// │    │       │            └──── version
/// │    │       └───────────────── name
/// │    └───────────────────────── kind
/// └────────────────────────────── application
/// ```
public struct WireSubject: Sendable, Hashable, CustomStringConvertible {
  /// The kinds of message, which do not mix.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A live event.
    case live
    /// A durable event.
    case durable
    /// An event that one responder must handle, and whose sender awaits the result.
    case request
    /// The result for the sender of a request. The name is the sender's origin.
    case reply
    /// A durable event that a group could not handle.
    case dead
    /// How far a group has come: its floor. See ``ConsumerPosition/floor``.
    case floor
    /// How often the handling of an event that comes again has begun.
    case begun
  }
  /// The name that all processes of an application share.
  public var application: String
  /// The kind of message.
  public var kind: Kind
  /// The name of the event. See `WireEvent.wireName`.
  public var name: String
  /// The version of the event's data.
  public var version: Int
  /// The partition of the stream; 0 for messages that are not durable.
  public var partition: Int
  /// The subtype of the event, or the group of a dead letter. A subtype of more than 2,048 bytes, escaped, travels as a
  /// hash: a received subject then has `%h` and 32 digits here. The event itself has the whole subtype.
  public var subtype: String?

  /// Makes a subject.
  public init(
    application: String, kind: Kind, name: String, version: Int = 1, partition: Int = 0, subtype: String? = nil
  ) {
    (self.application, self.kind, self.name, self.version) = (application, kind, name, version)
    (self.partition, self.subtype) = (partition, subtype)
  }

  /// The subject as text: six tokens, divided by dots. Each token is escaped.
  public var text: String {
    "\(WireText.escaped(application)).\(kind.rawValue).\(WireText.escaped(name)).\(version).\(partition)."
      + (subtype.map { WireText.escaped(subtype: $0) } ?? "-")
  }

  /// Reads a subject. Nil if the text is no subject of this form.
  public init?(text: some StringProtocol) {
    let tokens = text.split(separator: ".", omittingEmptySubsequences: false)
    guard tokens.count == 6, let application = WireText.unescaped(tokens[0]),
      let kind = Kind(rawValue: String(tokens[1])),
      let name = WireText.unescaped(tokens[2]), let version = Int(tokens[3]), version > 0,
      let partition = Int(tokens[4]), partition >= 0
    else { return nil }
    var subtype: String?
    if tokens[5] != "-" {
      guard let text = WireText.unescaped(subtype: tokens[5]) else { return nil }
      subtype = text
    }
    self.init(
      application: application, kind: kind, name: name, version: version, partition: partition, subtype: subtype)
  }

  /// The ``text``.
  public var description: String { text }
}

/// A set of subjects: all versions and subtypes of a name, and maybe only one partition.
public struct WirePattern: Sendable, Hashable, CustomStringConvertible {
  /// The application.
  public var application: String
  /// The kind of message.
  public var kind: WireSubject.Kind
  /// The name; nil for all names.
  public var name: String?
  /// The partition; nil for all partitions.
  public var partition: Int?

  /// Makes a pattern.
  public init(application: String, kind: WireSubject.Kind, name: String?, partition: Int? = nil) {
    (self.application, self.kind, self.name, self.partition) = (application, kind, name, partition)
  }

  /// The pattern as text, with `*` for what varies: `shop.durable.order-placed.*.0.*`.
  public var text: String {
    let name = name.map { WireText.escaped($0) } ?? "*"
    let partition = partition.map { String($0) } ?? "*"
    return "\(WireText.escaped(application)).\(kind.rawValue).\(name).*.\(partition).*"
  }

  /// Whether `subject` belongs to this set. O(1).
  ///
  /// - Parameter subject: The subject to look at.
  public func matches(_ subject: WireSubject) -> Bool {
    subject.application == application && subject.kind == kind && (name ?? subject.name) == subject.name
      && (partition ?? subject.partition) == subject.partition
  }

  /// The name of the stream that keeps these subjects: `shop_durable_order-placed`.
  var streamName: String {
    "\(WireText.escaped(application))_\(kind.rawValue)" + (name.map { "_" + WireText.escaped($0) } ?? "")
  }

  /// The ``text``.
  public var description: String { text }
}

/// The form of names between processes.
public enum WireText {
  /// Returns `text` with each byte of its UTF-8 that is not an ASCII letter, a digit, `-` or `_` as `%` and two digits.
  /// The empty text becomes `%`. So no text can contain a wildcard, a dot, a space or a line break, and no two texts
  /// become one.
  ///
  /// - Parameter text: The text to escape.
  public static func escaped(_ text: String) -> String {
    if text.isEmpty { return "%" }
    if text.utf8.allSatisfy(isPlain) { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) { bytes.append(byte) } else { bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)] }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns an escaped subtype. A subtype of one `-` is escaped too, because `-` alone means no subtype. A subtype
  /// that is longer than ``mostSubtypeBytes`` when it is escaped becomes `%h` and 32 digits: its hash. A server ends
  /// the connection for a subject that is too long, and a subtype is often a user's data.
  static func escaped(subtype: String) -> String {
    if subtype == "-" { return "%2D" }
    if isHash(subtype) { return subtype }
    let text = escaped(subtype)
    return text.utf8.count <= mostSubtypeBytes ? text : hashMark + FNV1a128.digits(of: subtype)
  }

  /// The most bytes of a name of an application, a group or an event, escaped.
  static let mostNameBytes = 200
  /// The most bytes of a stream's name. JetStream takes no longer ones.
  static let mostStreamNameBytes = 255
  /// The most bytes of an escaped subtype. NATS takes lines of 4,096 bytes, with all names and an address for the
  /// answer.
  static let mostSubtypeBytes = 2048
  private static let hashMark = "%h"

  /// Whether a subtype is the hash of a longer one.
  private static func isHash(_ text: some StringProtocol) -> Bool {
    text.hasPrefix(hashMark) && text.utf8.count == 34 && text.utf8.dropFirst(2).allSatisfy { value($0) != nil }
  }

  /// Returns the subtype of an escaped one; of a longer one, its hash with its mark.
  static func unescaped(subtype: some StringProtocol) -> String? {
    isHash(subtype) ? String(subtype) : unescaped(subtype)
  }

  /// Stops the program if a name is too long for the engines.
  static func requireShort(_ name: String, _ what: @autoclosure () -> String) {
    let count = escaped(name).utf8.count
    require(
      count <= mostNameBytes,
      """
      \(what()) “\(name)” takes \(count) bytes between processes, where each byte that is no ASCII letter or digit \
      takes three; use a name that takes at most \(mostNameBytes)
      """)
  }

  /// Returns the text before ``escaped(_:)``. Nil if `text` is not the result of an escaping.
  ///
  /// - Parameter text: A text that may come from another program.
  public static func unescaped(_ text: some StringProtocol) -> String? {
    if text == "%" { return "" }
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else { return nil }
        bytes.append(high << 4 | low)
      } else if isPlain(byte) {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
