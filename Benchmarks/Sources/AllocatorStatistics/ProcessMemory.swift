#if canImport(CJemalloc)
  import CJemalloc
#endif

/// Live bytes of the whole process, exact whichever threads allocate and free.
///
/// That takes a jemalloc without thread caches, which keep what was freed and count it as live: programs that link
/// `CUncachedAllocator` have one.
public struct ProcessMemory: Sendable {
  /// Nil without jemalloc, or if its threads have caches.
  public init?() {
    #if canImport(CJemalloc)
      var hasCaches = true
      var size = MemoryLayout<Bool>.size
      guard mallctl("opt.tcache", &hasCaches, &size, nil, 0) == 0, !hasCaches else { return nil }
    #else
      return nil
    #endif
  }

  /// In live allocations, in the allocator's size classes. About 10 µs; allocates nothing.
  public func liveBytes() -> Int {
    #if canImport(CJemalloc)
      var epoch: UInt64 = 1
      var bytes = 0
      var size = MemoryLayout<Int>.size
      precondition(
        mallctl("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size) == 0, "this jemalloc has no statistics")
      precondition(mallctl("stats.allocated", &bytes, &size, nil, 0) == 0, "this jemalloc has no statistics")
      return bytes
    #else
      preconditionFailure("there is no instance without jemalloc")
    #endif
  }
}
