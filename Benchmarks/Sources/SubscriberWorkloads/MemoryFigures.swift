/// The exact allocations of a cell. A figure that the workload does not have is nil.
public struct MemoryFigures: Equatable, Sendable {
  public var mallocsPerOp: Double
  /// The bytes of the registry and the tokens after the workload, per subscriber; nil for an emptied registry.
  public var bytesPerSubscriber: Double?
  public var peakBytes: Double?

  public init(mallocsPerOp: Double, bytesPerSubscriber: Double? = nil, peakBytes: Double? = nil) {
    self.mallocsPerOp = mallocsPerOp
    self.bytesPerSubscriber = bytesPerSubscriber
    self.peakBytes = peakBytes
  }
}
