#if canImport(CJemalloc)
  import CJemalloc
#endif

/// The live bytes of the whole process, exact even when several threads allocate and free.
///
/// This needs a jemalloc without thread caches, because a cache counts the freed blocks that it keeps as live. Programs
/// that link `CUncachedAllocator` have such a jemalloc.
public struct ProcessMemory: Sendable {
  /// Returns nil without jemalloc, or if its threads have caches.
  public init?() {
    #if canImport(CJemalloc)
      var hasCaches = true
      var size = MemoryLayout<Bool>.size
      guard mallctl("opt.tcache", &hasCaches, &size, nil, 0) == 0, !hasCaches else { return nil }
    #else
      return nil
    #endif
  }

  /// Returns the bytes in live allocations, in the allocator's size classes. Takes about 10 µs; allocates nothing.
  public func liveBytes() -> Int {
    #if canImport(CJemalloc)
      var epoch: UInt64 = 1
      var bytes = 0
      var size = MemoryLayout<Int>.size
      precondition(
        mallctl("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size) == 0,
        "this jemalloc was built without statistics; install a jemalloc with statistics")
      precondition(
        mallctl("stats.allocated", &bytes, &size, nil, 0) == 0,
        "this jemalloc was built without statistics; install a jemalloc with statistics")
      return bytes
    #else
      preconditionFailure("this build has no jemalloc; install jemalloc and build again")
    #endif
  }
}
