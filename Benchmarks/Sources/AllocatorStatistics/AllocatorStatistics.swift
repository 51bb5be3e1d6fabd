/// The counters of jemalloc. Reading them does not disturb them: nothing here allocates between two readings.
///
/// Counts of mallocs are exact. Bytes are exact too, in the allocator's size classes. Both count only the thread that
/// created the instance, and can be read on that thread only. Allocations of other threads do not affect them.
///
/// Use ``checked()``. It first checks that the counters see allocations at all. Under AddressSanitizer, or with another
/// allocator preloaded, the counters stand still, and a zero would look like a result.
public final class AllocatorStatistics {
  /// Process totals, in bytes, as of the moment of reading.
  public struct Snapshot: Equatable, Sendable {
    /// Bytes in live allocations.
    public var allocated: Int
    /// Bytes in pages that hold live allocations.
    public var active: Int
    /// Bytes in pages that are in physical memory, the allocator's own included.
    public var resident: Int
    /// Bytes of the allocator's own metadata.
    public var metadata: Int
    /// Bytes in mapped extents.
    public var mapped: Int
    /// Bytes kept as address space, whose memory was given back to the system.
    public var retained: Int
  }

  /// The allocations of a region of code.
  public struct Usage: Equatable, Sendable {
    /// The number of requests for memory, `realloc` included.
    public var mallocs: Int
    /// Live bytes after the region minus live bytes before it.
    public var bytes: Int
    /// The highest number of live bytes during the region, above the live bytes before it. Not exact: jemalloc looks
    /// once per 64 KiB that a thread allocates, and misses bytes that are freed between two looks.
    public var peakBytes: Int
  }

  let control: JemallocControl

  /// Returns nil in a process that does not use jemalloc.
  init?() {
    guard let jemalloc = Jemalloc.loaded, let control = JemallocControl(jemalloc) else { return nil }
    self.control = control
  }

  deinit { control.deallocate() }

  /// Runs `body` and returns what it allocated. Takes about 10 µs in addition to `body`.
  @inline(never)
  public func measure(_ body: () -> Void) -> Usage {
    let mallocs = control.requests()
    let bytes = control.liveBytes()
    control.resetPeak()
    body()
    let peak = control.peakBytes()
    let bytesAfter = control.liveBytes()
    return Usage(mallocs: control.requests() - mallocs, bytes: bytesAfter - bytes, peakBytes: peak)
  }

  /// Returns the bytes that this thread has allocated and not freed. Costs a few loads.
  public func liveBytes() -> Int { control.liveBytes() }

  /// Returns the process totals. Takes about 10 µs.
  public func snapshot() -> Snapshot { control.snapshot() }

  /// Gives the contents of this thread's cache back to the arena, so that later allocations lie in address order.
  public func flushThreadCache() { control.flushThreadCache() }
}
