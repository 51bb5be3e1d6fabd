/// A name of jemalloc's control tree, looked up once. Readings by name would cost four times as much.
struct ControlName {
  private let jemalloc: Jemalloc
  private let path: UnsafeMutablePointer<Int>
  private let depth: Int

  /// Returns nil if this jemalloc does not know the name. The caller ends the instance with ``deallocate()``.
  init?(_ name: String, of jemalloc: Jemalloc) {
    var depth = 8
    let path = UnsafeMutablePointer<Int>.allocate(capacity: depth)
    guard jemalloc.lookUp(name, path, &depth) == 0 else {
      path.deallocate()
      return nil
    }
    self.jemalloc = jemalloc
    self.path = path
    self.depth = depth
  }

  func read<Value: FixedWidthInteger>(as type: Value.Type = Int.self) -> Value {
    var value: Value = 0
    var size = MemoryLayout<Value>.size
    return jemalloc.controlByPath(path, depth, &value, &size, nil, 0) == 0 ? value : 0
  }

  func write(_ value: UInt64) {
    var value = value
    _ = jemalloc.controlByPath(path, depth, nil, nil, &value, MemoryLayout<UInt64>.size)
  }

  func deallocate() { path.deallocate() }

  func trigger() { _ = jemalloc.controlByPath(path, depth, nil, nil, nil, 0) }
}

/// The control names that are read, and the computation of figures from them.
struct JemallocControl {
  private let flush, epoch, arenaOfThread, small, large, peakReset, peakRead: ControlName
  private let arena: UInt32
  private let totals: [ControlName]
  // Sound: the counters belong to the thread. They live as long as the thread, and only the thread writes them.
  private let allocated, deallocated: UnsafePointer<UInt64>

  init?(_ jemalloc: Jemalloc) {
    func name(_ name: String) -> ControlName? { ControlName(name, of: jemalloc) }
    // jemalloc counts requests by arena, so the thread gets an arena that no other thread allocates from.
    guard let arena = Self.arenaOfItsOwn(jemalloc), let epoch = name("epoch") else { return nil }
    // A new arena has no statistics before the next epoch.
    epoch.write(1)
    guard let flush = name("thread.tcache.flush"), let arenaOfThread = name("thread.arena"),
      let small = name("stats.arenas.\(arena).small.nrequests"),
      let large = name("stats.arenas.\(arena).large.nrequests"),
      let peakReset = name("thread.peak.reset"), let peakRead = name("thread.peak.read"),
      let allocated = jemalloc.read("thread.allocatedp", UnsafePointer<UInt64>?.none) ?? nil,
      let deallocated = jemalloc.read("thread.deallocatedp", UnsafePointer<UInt64>?.none) ?? nil
    else { return nil }
    let totals = ["allocated", "active", "resident", "metadata", "mapped", "retained"]
      .compactMap { name("stats." + $0) }
    guard totals.count == 6 else { return nil }
    (self.flush, self.epoch, self.small, self.large) = (flush, epoch, small, large)
    (self.arenaOfThread, self.arena) = (arenaOfThread, arena)
    (self.peakReset, self.peakRead) = (peakReset, peakRead)
    (self.allocated, self.deallocated) = (allocated, deallocated)
    self.totals = totals
  }

  /// Returns the thread's private arena. Arenas live as long as the process, so a thread that already has a private
  /// arena keeps it.
  private static func arenaOfItsOwn(_ jemalloc: Jemalloc) -> UInt32? {
    guard let shared = jemalloc.read("opt.narenas", UInt32(0)), let arena = jemalloc.read("thread.arena", UInt32(0))
    else { return nil }
    if arena >= shared { return arena }
    guard let own = jemalloc.read("arenas.create", UInt32(0)), jemalloc.write("thread.arena", own) else { return nil }
    return own
  }

  func deallocate() {
    let names = [flush, epoch, arenaOfThread, small, large, peakReset, peakRead]
    for name in names + totals { name.deallocate() }
  }

  /// Returns the number of requests of this thread. The counter `nmalloc` does not fit: it counts the batches that
  /// move between arena and cache.
  func requests() -> Int {
    precondition(
      arenaOfThread.read(as: UInt32.self) == arena,
      "the counters count one thread; read them on the thread that created them")
    // The cache holds back its count of requests until it is flushed; the statistics hold back theirs until the next
    // epoch.
    flush.trigger()
    epoch.write(1)
    return small.read() + large.read()
  }

  func liveBytes() -> Int { Int(truncatingIfNeeded: allocated.pointee &- deallocated.pointee) }
  func resetPeak() { peakReset.trigger() }
  func peakBytes() -> Int { peakRead.read() }
  func flushThreadCache() { flush.trigger() }

  func snapshot() -> AllocatorStatistics.Snapshot {
    epoch.write(1)
    return AllocatorStatistics.Snapshot(
      allocated: totals[0].read(), active: totals[1].read(), resident: totals[2].read(),
      metadata: totals[3].read(), mapped: totals[4].read(), retained: totals[5].read())
  }
}
