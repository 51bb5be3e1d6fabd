public import SwitchboardBroadcast

/// A storage that the benchmarks and the tests compare with others: a storage that has a registry compiled for it.
public protocol ComparedStorage: SubscriberStorage, ~Copyable {
  /// Makes a registry on this storage, as ``DenseCore`` is made for ``DenseStorage``. One allocation.
  static func core<Value: Sendable>(concurrent: Bool, biased: Bool) -> Core<Value, Self>
}

extension DenseStorage: ComparedStorage {
  @inlinable
  public static func core<Value: Sendable>(concurrent: Bool, biased: Bool) -> Core<Value, DenseStorage> {
    DenseCore(concurrent: concurrent, biased: biased)
  }
}

extension ArrayStorage: ComparedStorage {
  @inlinable
  public static func core<Value: Sendable>(concurrent: Bool, biased: Bool) -> Core<Value, ArrayStorage> {
    ArrayCore(concurrent: concurrent, biased: biased)
  }
}

extension LinkedListStorage: ComparedStorage {
  @inlinable
  public static func core<Value: Sendable>(concurrent: Bool, biased: Bool) -> Core<Value, LinkedListStorage> {
    LinkedListCore(concurrent: concurrent, biased: biased)
  }
}

/// The generic registry on ``ArrayStorage``; see ``DenseCore``.
public final class ArrayCore<Value: Sendable>: Core<Value, ArrayStorage>, @unchecked Sendable {
  // Sound: this class adds no property.

  @inlinable public override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }

  public override func remove(_ node: Node) { super.remove(node) }
}

/// The generic registry on ``LinkedListStorage``; see ``DenseCore``.
public final class LinkedListCore<Value: Sendable>: Core<Value, LinkedListStorage>, @unchecked Sendable {
  // Sound: this class adds no property.

  @inlinable public override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }

  public override func remove(_ node: Node) { super.remove(node) }
}

/// What ``Broadcaster`` is to the dense storage, for any storage: owns a registry and ends all of its subscriptions
/// when it is destroyed. Each function is documented there.
public struct ComparedBroadcaster<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: ~Copyable, Sendable {
  public typealias Subscriber = Core<Value, Storage>.Subscriber

  public let core: Core<Value, Storage>

  /// Takes over a registry that no other broadcaster owns.
  @inlinable public init(owning core: Core<Value, Storage>) { self.core = core }

  deinit { core.close() }

  @inlinable @discardableResult
  public borrowing func subscribe(
    waitable: Bool = false, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let subscriber = Subscriber(core, waitable: waitable, handler)
    add(subscriber, fileID: fileID, line: line)
    return Subscription(subscriber)
  }

  @inlinable
  public borrowing func add(
    _ subscriber: Subscriber, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    core.announce(subscriber, fileID: fileID, line: line)
    core.admit(subscriber)
  }

  @inlinable
  public borrowing func join(
    _ subscriber: Subscriber, fileID: StaticString = #fileID, line: UInt32 = #line,
    replay: @escaping @Sendable (Subscriber) -> Void
  ) {
    core.announce(subscriber, fileID: fileID, line: line)
    core.join(subscriber, replay: replay)
  }

  @inlinable @inline(__always)
  public borrowing func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core.send(value, fileID: fileID, line: line)
  }

  @inlinable @inline(__always)
  public borrowing func dispatch(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core.dispatch(value, fileID: fileID, line: line)
  }

  @inlinable
  public borrowing func terminate(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ event: @escaping @Sendable (Subscriber) -> Void
  ) {
    core.terminate(.ended, event, fileID: fileID, line: line)
  }

  @inlinable
  public borrowing func terminate(with value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    terminate(fileID: fileID, line: line) { $0.call(value) }
  }

  @inlinable public var census: Census { core.census }

  public borrowing func checkInvariants() { core.checkInvariants() }
}

extension ComparedBroadcaster where Storage: ComparedStorage & ~Copyable {
  /// Creates a broadcaster without subscriptions. One allocation.
  @inlinable public init(_ delivery: Broadcaster<Value>.Delivery = .serial, biased: Bool = true) {
    self.init(owning: Storage.core(concurrent: delivery == .concurrent, biased: biased))
  }
}
