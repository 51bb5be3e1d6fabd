/// The registry of the runtime: the generic registry on the dense storage. Here, and only here, the storage is chosen.
///
/// The broadcaster, the subscribers, and the code that uses them name no storage. The target `SwitchboardStorages`
/// chooses other storages in the same way, for the benchmarks and the tests that compare them.
public final class DenseRegistry: StoredRegistry<DenseStorage>, @unchecked Sendable {
  // Sound: this class adds no property. Its overrides compile functions for the storage; see
  // ``StoredRegistry/remove(_:)``.

  @inlinable public override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }

  public override func remove(_ node: Node) { super.remove(node) }
  public override func close() { super.close() }
  public override func deliverLast(_ event: LastEvent) { super.deliverLast(event) }
  public override func unlockAndReclaim(enter: UInt64, leave: UInt64, standing: UInt64) {
    super.unlockAndReclaim(enter: enter, leave: leave, standing: standing)
  }
}

/// A subscription in a registry of the runtime.
public typealias Subscriber<Value: Sendable> = StoredRegistry<DenseStorage>.Subscriber<Value>
