internal import SwitchboardBroadcast
internal import SwitchboardBus

/// The names of the types that a link sends or receives. With one name for two types, what one process sends as the one
/// could arrive as the other.
final class WireNames: Sendable {
  private let types = Lock<[String: ObjectIdentifier]>([:])

  /// Notes the name of a type. Stops the program if another type has it.
  func enter<E: WireEvent>(_ type: E.Type) {
    let key = ObjectIdentifier(type)
    let known = types.withLock { types -> ObjectIdentifier in
      if let known = types[E.wireName] { return known }
      types[E.wireName] = key
      return key
    }
    require(
      known == key, "two types of this program have the wireName “\(E.wireName)”, \(E.self) and another; rename one")
  }
}
