/// The memory of one registry over its life, in a process of its own: it grows, its subscribers come and go, they
/// leave.
public struct MemoryLife: Codable, Equatable, Sendable {
  /// The parts of a life, in their order.
  public enum Step: String, Codable, CaseIterable, Sendable {
    /// Subscribers join one after the other.
    case grow
    /// Half of the subscribers leave in random order, then as many join.
    case churn
    /// Subscribers leave in random order, down to an eighth.
    case shrink
    /// All other subscribers have left.
    case empty
    /// The allocator has been told to give free memory back to the system.
    case purge
    /// The registry has been released, and free memory given back again.
    case gone
  }

  /// The increase of the process's memory since before the registry was created, in bytes. A figure that was not
  /// measured is nil, never 0.
  public struct Point: Codable, Equatable, Sendable {
    public var step: Step
    /// The number of subscribers.
    public var subscribers: Int
    /// What the program asked for in all live blocks.
    @OrNull public var requested: Int?
    /// The size of all live blocks, as the allocator counts them: in size classes, or with headers.
    @OrNull public var allocated: Int?
    /// Pages that hold live blocks.
    @OrNull public var active: Int?
    /// Anonymous pages in physical memory, as the kernel counts them.
    @OrNull public var resident: Int?
    /// Address space that the allocator keeps without physical memory.
    @OrNull public var retained: Int?

    public init(
      step: Step, subscribers: Int, requested: Int? = nil, allocated: Int? = nil, active: Int? = nil,
      resident: Int? = nil, retained: Int? = nil
    ) {
      self.step = step
      self.subscribers = subscribers
      self.requested = requested
      self.allocated = allocated
      self.active = active
      self.resident = resident
      self.retained = retained
    }
  }

  public var suite: String
  public var candidate: String
  /// The allocator of the process: `jemalloc`, `mimalloc` or `system`.
  public var allocator: String
  public var points: [Point]

  public init(suite: String, candidate: String, allocator: String, points: [Point]) {
    self.suite = suite
    self.candidate = candidate
    self.allocator = allocator
    self.points = points
  }
}
