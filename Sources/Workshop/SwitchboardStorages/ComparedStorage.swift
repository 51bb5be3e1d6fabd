public import SwitchboardBroadcast

/// A storage that the benchmarks and the tests compare with others: a storage that has a registry compiled for it.
public protocol ComparedStorage: SubscriberStorage, ~Copyable {
  /// Makes a registry on this storage, as ``DenseRegistry`` is made for ``DenseStorage``. One allocation.
  static func registry(concurrent: Bool, biased: Bool) -> StoredRegistry<Self>
}

extension DenseStorage: ComparedStorage {
  @inlinable
  public static func registry(concurrent: Bool, biased: Bool) -> StoredRegistry<DenseStorage> {
    DenseRegistry(concurrent: concurrent, biased: biased)
  }
}

extension ArrayStorage: ComparedStorage {
  @inlinable
  public static func registry(concurrent: Bool, biased: Bool) -> StoredRegistry<ArrayStorage> {
    ArrayRegistry(concurrent: concurrent, biased: biased)
  }
}

extension LinkedListStorage: ComparedStorage {
  @inlinable
  public static func registry(concurrent: Bool, biased: Bool) -> StoredRegistry<LinkedListStorage> {
    LinkedListRegistry(concurrent: concurrent, biased: biased)
  }
}

/// The generic registry on ``ArrayStorage``; see ``DenseRegistry``.
public final class ArrayRegistry: StoredRegistry<ArrayStorage>, @unchecked Sendable {
  // Sound: this class adds no property.

  @inlinable public override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }

  public override func remove(_ node: Node) { super.remove(node) }
  public override func close() { super.close() }
  public override func deliverLast(_ event: LastEvent) { super.deliverLast(event) }
  public override func unlockAndReclaim(enter: UInt64, leave: UInt64, standing: UInt64) {
    super.unlockAndReclaim(enter: enter, leave: leave, standing: standing)
  }
}

/// The generic registry on ``LinkedListStorage``; see ``DenseRegistry``.
public final class LinkedListRegistry: StoredRegistry<LinkedListStorage>, @unchecked Sendable {
  // Sound: this class adds no property.

  @inlinable public override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }

  public override func remove(_ node: Node) { super.remove(node) }
  public override func close() { super.close() }
  public override func deliverLast(_ event: LastEvent) { super.deliverLast(event) }
  public override func unlockAndReclaim(enter: UInt64, leave: UInt64, standing: UInt64) {
    super.unlockAndReclaim(enter: enter, leave: leave, standing: standing)
  }
}

/// What ``Broadcaster`` is to the dense storage, for any storage: owns a registry and ends all of its subscriptions
/// when it is destroyed. Each function is documented there.
public struct ComparedBroadcaster<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: ~Copyable, Sendable {
  public typealias Subscriber = StoredRegistry<Storage>.Subscriber<Value>

  public let registry: StoredRegistry<Storage>

  /// Takes over a registry that no other broadcaster owns.
  @inlinable public init(owning registry: StoredRegistry<Storage>) { self.registry = registry }

  deinit { registry.close() }

  @inlinable @discardableResult
  public borrowing func subscribe(
    waitable: Bool = false, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let subscriber = Subscriber(registry, waitable: waitable, handler)
    add(subscriber, fileID: fileID, line: line)
    return Subscription(subscriber)
  }

  @inlinable
  public borrowing func add(
    _ subscriber: Subscriber, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    registry.announce(subscriber, fileID: fileID, line: line)
    registry.admit(subscriber)
  }

  @inlinable
  public borrowing func join(
    _ subscriber: Subscriber, fileID: StaticString = #fileID, line: UInt32 = #line,
    replay: @escaping @Sendable (Subscriber) -> Void
  ) {
    registry.announce(subscriber, fileID: fileID, line: line)
    registry.join(subscriber) { node in
      // Sound: as in `terminate`.
      unsafe replay(unsafeDowncast(node, to: Subscriber.self))
    }
  }

  @inlinable @inline(__always)
  public borrowing func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    registry.send(value, fileID: fileID, line: line)
  }

  @inlinable @inline(__always)
  public borrowing func dispatch(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    registry.dispatch(value, fileID: fileID, line: line)
  }

  @inlinable
  public borrowing func terminate(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ event: @escaping LastEvent
  ) {
    registry.terminate(.ended, event, fileID: fileID, line: line)
  }

  @inlinable
  public borrowing func terminate(with value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    terminate(fileID: fileID, line: line) { node in
      // Sound: the registry admits only its own subscribers.
      unsafe unsafeDowncast(node, to: Subscriber.self).call(value)
    }
  }

  @inlinable
  public borrowing func identify(as type: Any.Type, name: String?, fileID: StaticString, line: UInt32) {
    registry.identify(as: type, name: name, fileID: fileID, line: line)
  }

  @inlinable public var census: Census { registry.census }

  public borrowing func checkInvariants() { registry.checkInvariants() }
}

extension ComparedBroadcaster where Storage: ComparedStorage & ~Copyable {
  /// Creates a broadcaster without subscriptions. One allocation.
  @inlinable public init(_ delivery: Broadcaster<Value>.Delivery = .serial, biased: Bool = true) {
    self.init(owning: Storage.registry(concurrent: delivery == .concurrent, biased: biased))
  }
}
