/// The live bytes of the whole process, exact even when several threads allocate and free.
///
/// This needs a jemalloc without thread caches, because a cache counts the freed blocks that it keeps as live. A
/// process that was started with ``AllocatorLibrary/withoutCaches`` has such a jemalloc.
public struct ProcessMemory: Sendable {
  private let jemalloc: Jemalloc

  /// Returns nil without jemalloc, or if its threads have caches.
  public init?() {
    guard let jemalloc = Jemalloc.loaded, jemalloc.read("opt.tcache", true) == false else { return nil }
    self.jemalloc = jemalloc
  }

  /// Returns the bytes in live allocations, in the allocator's size classes. Takes about 10 µs; allocates nothing.
  public func liveBytes() -> Int {
    guard jemalloc.write("epoch", UInt64(1)), let bytes = jemalloc.read("stats.allocated", 0) else {
      preconditionFailure("this jemalloc was built without statistics; install a jemalloc with statistics")
    }
    return bytes
  }
}
