/// What a cell allocates, exactly. Nil is what its workload has no such figure for.
public struct MemoryFigures: Equatable, Sendable {
  public var mallocsPerOp: Double
  /// Of the registry's memory and the tokens, after the workload; not of an emptied one.
  public var bytesPerSubscriber: Double?
  public var peakBytes: Double

  public init(mallocsPerOp: Double, bytesPerSubscriber: Double? = nil, peakBytes: Double) {
    self.mallocsPerOp = mallocsPerOp
    self.bytesPerSubscriber = bytesPerSubscriber
    self.peakBytes = peakBytes
  }
}
