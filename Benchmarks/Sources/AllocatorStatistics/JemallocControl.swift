#if canImport(CJemalloc)
  import CJemalloc

  /// One name of jemalloc's control tree, looked up once: by name each reading would cost four times as much.
  struct ControlName {
    private let path: UnsafeMutablePointer<Int>
    private let depth: Int

    /// Nil if this jemalloc has no such name. To be ended with ``deallocate()``.
    init?(_ name: String) {
      var depth = 8
      let path = UnsafeMutablePointer<Int>.allocate(capacity: depth)
      guard mallctlnametomib(name, path, &depth) == 0 else {
        path.deallocate()
        return nil
      }
      self.path = path
      self.depth = depth
    }

    func read() -> Int {
      var value = 0
      var size = MemoryLayout<Int>.size
      return mallctlbymib(path, depth, &value, &size, nil, 0) == 0 ? value : 0
    }

    func write(_ value: UInt64) {
      var value = value
      _ = mallctlbymib(path, depth, nil, nil, &value, MemoryLayout<UInt64>.size)
    }

    func deallocate() { path.deallocate() }

    func trigger() { _ = mallctlbymib(path, depth, nil, nil, nil, 0) }
  }

  /// The names that are read, and how a figure comes out of them.
  struct JemallocControl {
    private let flush, epoch, small, large, peakReset, peakRead: ControlName
    private let totals: [ControlName]
    // Sound: the thread's own running counters; they live as long as the thread, and only it writes them.
    private let allocated, deallocated: UnsafePointer<UInt64>

    init?() {
      // Of all arenas together: jemalloc's `MALLCTL_ARENAS_ALL`.
      let everywhere = "stats.arenas.4096."
      guard let flush = ControlName("thread.tcache.flush"), let epoch = ControlName("epoch"),
        let small = ControlName(everywhere + "small.nrequests"),
        let large = ControlName(everywhere + "large.nrequests"),
        let peakReset = ControlName("thread.peak.reset"), let peakRead = ControlName("thread.peak.read"),
        let allocated = Self.counter("thread.allocatedp"), let deallocated = Self.counter("thread.deallocatedp")
      else { return nil }
      let totals = ["allocated", "active", "resident", "metadata", "mapped", "retained"]
        .compactMap { ControlName("stats." + $0) }
      guard totals.count == 6 else { return nil }
      (self.flush, self.epoch, self.small, self.large) = (flush, epoch, small, large)
      (self.peakReset, self.peakRead) = (peakReset, peakRead)
      (self.allocated, self.deallocated) = (allocated, deallocated)
      self.totals = totals
    }

    private static func counter(_ name: String) -> UnsafePointer<UInt64>? {
      var address: UnsafePointer<UInt64>?
      var size = MemoryLayout<UnsafePointer<UInt64>?>.size
      return mallctl(name, &address, &size, nil, 0) == 0 ? address : nil
    }

    func deallocate() {
      for name in [flush, epoch, small, large, peakReset, peakRead] + totals { name.deallocate() }
    }

    /// Requests since the process began. Not `nmalloc`: that counts what moves between arena and cache, in batches.
    func requests() -> Int {
      // The cache holds back its count of requests until it is flushed, the statistics theirs until the next epoch.
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

    static func version() -> String? {
      var text: UnsafePointer<CChar>?
      var size = MemoryLayout<UnsafePointer<CChar>?>.size
      guard mallctl("version", &text, &size, nil, 0) == 0, let text else { return nil }
      // 5.3.0-0-g54eaed1d8b56b1aa528be3bdd1877e59c56fa90c
      return String(cString: text).split(separator: "-").first.map(String.init)
    }

    /// Bytes that a request really takes.
    static func sizeClass(of bytes: Int) -> Int { nallocx(bytes, 0) }
  }
#endif
