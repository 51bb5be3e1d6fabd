/// A handler that takes the events of this process to others. Never a part of a remote delivery.
final class Forwarder<Value: Sendable>: Reaction<Value>, @unchecked Sendable {
  // Sound: the properties are constant.
  private let body: @Sendable (Value) -> Void
  private let type: ObjectIdentifier

  init(_ core: BusCore, ending type: ObjectIdentifier, _ body: @escaping @Sendable (Value) -> Void) {
    (self.body, self.type) = (body, type)
    super.init(core)
  }

  override func handle(_ value: Value) { body(value) }

  override func step(_ value: Value) -> DeliveryStep.Action {
    .attempt {
      self.body(value)
      return .handled
    }
  }

  override func close() {
    core.remote.withLock { remote in
      if let index = remote.forwarders.firstIndex(of: type) { remote.forwarders.remove(at: index) }
    }
  }
}
