extension Measurement {
  /// What a measurement measures. The allocator's self-check has the same identity in every program.
  public struct Identity: Hashable, Sendable {
    public let suite, workload, candidate, heap, allocator: String
    public let n: Int

    public init(suite: String, workload: String, candidate: String, n: Int, heap: String, allocator: String) {
      self.suite = suite
      self.workload = workload
      self.candidate = candidate
      self.n = n
      self.heap = heap
      self.allocator = allocator
    }
  }

  public var identity: Identity {
    Identity(suite: suite, workload: workload, candidate: candidate, n: n, heap: heap, allocator: allocator)
  }
}
