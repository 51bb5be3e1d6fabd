/// One operation on a registry of a program.
public struct Operation: Equatable, Sendable, BitwiseCopyable {
  public enum Kind: UInt32, Sendable, BitwiseCopyable { case subscribe, dispose, send }

  public var kind: Kind
  /// The index of the registry.
  public var registry: UInt32
  /// The index of the subscription. 0 for a send.
  public var subscription: UInt32

  public init(_ kind: Kind, registry: Int, subscription: Int = 0) {
    self.kind = kind
    self.registry = UInt32(truncatingIfNeeded: registry)
    self.subscription = UInt32(truncatingIfNeeded: subscription)
  }
}

/// The subscribers of registries while operations are done one after the other.
struct Occupancy {
  private(set) var counts: [Int]

  init(registries: Int) { counts = [Int](repeating: 0, count: registries) }

  mutating func apply(_ operation: Operation) {
    switch operation.kind {
    case .subscribe: counts[Int(operation.registry)] += 1
    case .dispose: counts[Int(operation.registry)] -= 1
    case .send: break
    }
  }

  /// Returns a measure of the time of an operation: the nanoseconds with the slowest storage, roughly.
  func cost(of operation: Operation) -> Int {
    let subscribers = counts[Int(operation.registry)]
    switch operation.kind {
    case .subscribe: return 1
    // A removal from an array searches.
    case .dispose: return 1 + subscribers / 4
    case .send: return 1 + subscribers
    }
  }
}
