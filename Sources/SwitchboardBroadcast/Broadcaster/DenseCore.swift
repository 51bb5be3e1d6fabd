/// The registry of the runtime: the generic registry on the dense storage. Here, and only here, the storage is chosen.
///
/// The broadcaster, the subscribers, and the code that uses them name no storage. The target `SwitchboardStorages`
/// chooses other storages in the same way, for the benchmarks and the tests that compare them.
public final class DenseCore<Value: Sendable>: Core<Value, DenseStorage>, @unchecked Sendable {
  // Sound: this class adds no property.

  @inlinable public override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }

  /// Compiles the removal for the dense storage; see ``StoredRegistry/remove(_:)``.
  public override func remove(_ node: Node) { super.remove(node) }
}

/// A subscription in a registry of the runtime.
public typealias Subscriber<Value: Sendable> = Core<Value, DenseStorage>.Subscriber
