extension Measurement {
  /// What a measurement measures. The allocator's self-check has the same identity in every program.
  public struct Identity: Hashable, Sendable {
    public let suite, workload, candidate, heap, allocator: String
    public let n: Int
  }

  public var identity: Identity {
    Identity(suite: suite, workload: workload, candidate: candidate, heap: heap, allocator: allocator, n: n)
  }
}
