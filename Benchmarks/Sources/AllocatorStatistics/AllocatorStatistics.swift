/// What jemalloc counts, read without disturbing what is counted: nothing here allocates between two readings.
///
/// Counts of mallocs are exact, and so are bytes, which are those of the allocator's size classes. Both are of the thread
/// that made the instance, whichever others run, and they can be read on that thread alone.
///
/// Use ``checked()``, which makes sure first that the counters see allocations at all: under AddressSanitizer, or with
/// another allocator preloaded, they stand still, and a zero would look like a result.
public final class AllocatorStatistics {
  /// Process totals, in bytes, as of the moment of reading.
  public struct Snapshot: Equatable, Sendable {
    /// In live allocations.
    public var allocated: Int
    /// In pages that hold live allocations.
    public var active: Int
    /// In pages that are in physical memory, the allocator's own included.
    public var resident: Int
    /// The allocator's own.
    public var metadata: Int
    /// In mapped extents.
    public var mapped: Int
    /// Kept in address space, given back otherwise.
    public var retained: Int
  }

  /// What happened while a region of code ran.
  public struct Usage: Equatable, Sendable {
    /// Requests for memory, `realloc` included.
    public var mallocs: Int
    /// Bytes live after less bytes live before.
    public var bytes: Int
    /// High-water mark of bytes above those live before. Not exact: jemalloc looks once per 64 KiB that a thread
    /// allocates, and misses what was freed again in between.
    public var peakBytes: Int
  }

  #if canImport(CJemalloc)
    let control: JemallocControl

    init?() {
      guard let control = JemallocControl() else { return nil }
      self.control = control
    }

    deinit { control.deallocate() }

    /// Runs `body` and tells what it allocated. About 10 µs besides the body.
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

    /// Bytes that this thread has allocated and not freed. A few loads.
    public func liveBytes() -> Int { control.liveBytes() }

    /// Process totals. About 10 µs.
    public func snapshot() -> Snapshot { control.snapshot() }

    /// Gives what this thread's cache holds back to the arena, so that what is allocated next lies in address order.
    public func flushThreadCache() { control.flushThreadCache() }
  #else
    init?() { nil }

    public func measure(_ body: () -> Void) -> Usage { unavailable() }
    public func liveBytes() -> Int { unavailable() }
    public func snapshot() -> Snapshot { unavailable() }
    public func flushThreadCache() { unavailable() }

    private func unavailable() -> Never { preconditionFailure("there is no instance without jemalloc") }
  #endif
}
