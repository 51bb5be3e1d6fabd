import Switchboard

/// The failure of the subjects, with a number to tell failures apart.
struct Stop: Error, Equatable { var code: Int }

protocol Tagged: Event { var value: Int { get } }

struct Ping: Tagged {
  var value: Int
  var subtype: String?

  init(_ value: Int, _ subtype: Int?) { (self.value, self.subtype) = (value, subtype.map { "t\($0)" }) }
}

struct Pong: Tagged {
  var value: Int
  var subtype: String?

  init(_ value: Int, _ subtype: Int?) { (self.value, self.subtype) = (value, subtype.map { "t\($0)" }) }
}

class PlainOwner: @unchecked Sendable {
  // Sound: the property is constant.
  private let died: @Sendable () -> Void

  init(_ died: @escaping @Sendable () -> Void) { self.died = died }

  deinit { died() }
}

final class Owner: PlainOwner, LifetimeOwner, @unchecked Sendable {
  // Sound: the property is constant.
  let lifetime = Lifetime()
}

extension BoardKey where Value == Int {
  static let all = [BoardKey("k0"), BoardKey("k1"), BoardKey("k2", retention: .whileSubscribed)]
}

/// What a subscription's handlers do.
struct Handlers: Sendable {
  let value: @Sendable (Int?) -> Void
  let error: @Sendable (any Error) -> Void
  let completed: @Sendable () -> Void

  /// - Parameter member: Lives as long as a handler. Nil if the release of the handlers is not noted.
  init(_ world: RealWorld, _ slot: Int, _ member: Live.Member?) {
    value = { [unowned world] value in
      withExtendedLifetime(member) {
        if let value { world.called(.value, slot, value) } else { world.called(.removed, slot) }
      }
    }
    error = { [unowned world] error in
      var stop = error as? Stop
      if case .failed(let inner)? = error as? CommandError<Stop> { stop = inner }
      world.called(.error, slot, stop?.code ?? -1)
    }
    completed = { [unowned world] in world.called(.completed, slot) }
  }
}
