/// What makes an event unique between processes.
///
/// | text | meaning |
/// |---|---|
/// | `d-7f3a9c0122b84e51-42` | dispatched: the 42nd event of the link `7f3a…`, whose own subscribers have had it |
/// | `p-7f3a9c0122b84e51-43` | published: no subscriber has had it |
/// | `c-order-17` | published with an identity that the program chose |
/// | anything else | sent by other software |
struct WireIdentity: Hashable, Sendable {
  /// How the event came to be sent.
  enum Kind: String, Sendable { case dispatched = "d", published = "p" }

  var kind: Kind
  /// The number of the link that sent the event, a random number.
  var origin: UInt64
  /// The place of the event among the events of that link, from 1.
  var number: UInt64

  init(_ kind: Kind, origin: UInt64, number: UInt64) {
    (self.kind, self.origin, self.number) = (kind, origin, number)
  }

  /// Reads an identity. Nil if another link of this library did not make it.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])), let origin = UInt64(parts[1], radix: 16),
      let number = UInt64(parts[2])
    else { return nil }
    self.init(kind, origin: origin, number: number)
  }

  var text: String { Self.prefix(kind, origin) + String(number) }

  /// The part of the text that is the same for all events of a link.
  static func prefix(_ kind: Kind, _ origin: UInt64) -> String { "\(kind.rawValue)-\(Self.text(ofOrigin: origin))-" }

  /// Returns an origin with 16 digits.
  static func text(ofOrigin origin: UInt64) -> String {
    let digits = String(origin, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the text of an identity that a program chose.
  static func text(chosen: String) -> String { "c-\(WireText.escaped(chosen))" }
}
