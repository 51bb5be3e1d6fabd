internal import CAllocators

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of a whole process in its heap, in bytes. A figure that neither the allocator nor the system tells is
/// nil.
public struct HeapFigures: Equatable, Sendable {
  /// What the program asked for in all live blocks.
  public var requested: Int?
  /// The size of all live blocks, as the allocator counts them: in size classes, or with headers.
  public var allocated: Int?
  /// Pages that hold live blocks.
  public var active: Int?
  /// Anonymous pages in physical memory, as the kernel counts them. jemalloc's own count is an upper bound: it contains
  /// 2 MiB of untouched metadata more in some runs than in others, depending on addresses.
  public var resident: Int?
  /// Address space that the allocator keeps without physical memory.
  public var retained: Int?

  public init(
    requested: Int? = nil, allocated: Int? = nil, active: Int? = nil, resident: Int? = nil, retained: Int? = nil
  ) {
    self.requested = requested
    self.allocated = allocated
    self.active = active
    self.resident = resident
    self.retained = retained
  }

  /// Returns the increase since `earlier`.
  public func since(_ earlier: HeapFigures) -> HeapFigures {
    // Key paths would be allocated.
    func difference(_ now: Int?, _ then: Int?) -> Int? {
      guard let now, let then else { return nil }
      return now - then
    }
    return HeapFigures(
      requested: difference(requested, earlier.requested), allocated: difference(allocated, earlier.allocated),
      active: difference(active, earlier.active), resident: difference(resident, earlier.resident),
      retained: difference(retained, earlier.retained))
  }
}

/// Reads the figures of the heap of a process with one thread, on any allocator in its default configuration. Reading
/// allocates nothing.
public struct HeapObserver {
  private let jemalloc = Jemalloc.loaded
  private let allocator = AllocatorLibrary.current
  private let seesAllocations: Bool

  /// - Parameter blocks: The most live blocks that there will be. Beyond this number, ``HeapFigures/requested`` is nil.
  public init(blocks: Int) {
    _ = switchboard_requests_count(blocks)
    seesAllocations = Self.sees(allocator, jemalloc)
  }

  /// Returns the figures, after the thread has given back the free blocks that its cache keeps, which jemalloc would
  /// count as live.
  public func figures() -> HeapFigures {
    guard let jemalloc else {
      return HeapFigures(
        allocated: seesAllocations ? Self.liveBytes(allocator, nil) : nil, resident: Self.anonymousBytes())
    }
    jemalloc.trigger("thread.tcache.flush")
    guard seesAllocations, jemalloc.write("epoch", UInt64(1)) else {
      return HeapFigures(resident: Self.anonymousBytes())
    }
    let requested = switchboard_requests_live()
    return HeapFigures(
      requested: requested < 0 ? nil : requested, allocated: jemalloc.read("stats.allocated", 0),
      active: jemalloc.read("stats.active", 0), resident: Self.anonymousBytes(),
      retained: jemalloc.read("stats.retained", 0))
  }

  /// Gives all free pages of the heap back to the system, as far as the allocator can. Returns whether it has a
  /// function for this.
  ///
  /// - Parameter waits: Whether to sleep for 0.7 s first where the allocator is mimalloc, which keeps every page for
  ///   0.5 s after its last block was freed.
  @discardableResult
  public func purge(waits: Bool = false) -> Bool {
    if let jemalloc {
      jemalloc.trigger("thread.tcache.flush")
      // 4096 stands for all arenas.
      return jemalloc.trigger("arena.4096.purge")
    }
    guard allocator == .mimalloc else { return switchboard_system_purge() }
    if waits { usleep(700_000) }
    return switchboard_mimalloc_purge()
  }

  /// Returns whether the count of live bytes shows blocks that are known to be live. Under a sanitizer it does not.
  private static func sees(_ allocator: AllocatorLibrary, _ jemalloc: Jemalloc?) -> Bool {
    let (count, size) = (1_000, 48)
    let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: count)
    let before = liveBytes(allocator, jemalloc)
    for index in 0..<count { blocks[index] = .allocate(byteCount: size, alignment: 16) }
    let after = liveBytes(allocator, jemalloc)
    for index in 0..<count { blocks[index].deallocate() }
    blocks.deallocate()
    guard let before, let after else { return false }
    // A block may have a header of 16 bytes.
    return (count * size...count * (size + 16)).contains(after - before)
  }

  private static func liveBytes(_ allocator: AllocatorLibrary, _ jemalloc: Jemalloc?) -> Int? {
    if let jemalloc {
      jemalloc.trigger("thread.tcache.flush")
      return jemalloc.write("epoch", UInt64(1)) ? jemalloc.read("stats.allocated", 0) : nil
    }
    let bytes = allocator == .mimalloc ? switchboard_mimalloc_live() : switchboard_system_live()
    return bytes < 0 ? nil : bytes
  }

  /// Returns the anonymous pages of this process that are in physical memory; nil where the system does not tell.
  static func anonymousBytes() -> Int? {
    #if os(Linux)
      let file = open("/proc/self/smaps_rollup", O_RDONLY)
      guard file >= 0 else { return nil }
      defer { close(file) }
      return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
        let count = max(read(file, buffer.baseAddress, buffer.count), 0)
        return kibibytes(after: "Anonymous:", in: UnsafeRawBufferPointer(rebasing: buffer.prefix(count))).map {
          $0 * 1024
        }
      }
    #else
      return nil
    #endif
  }

  /// Returns the first number after the name; nil if the text lacks the name.
  static func kibibytes(after name: StaticString, in text: UnsafeRawBufferPointer) -> Int? {
    let length = name.utf8CodeUnitCount
    let starts = text.count >= length ? 0...(text.count - length) : 0...0
    guard text.count >= length,
      let start = starts.first(where: { memcmp(text.baseAddress! + $0, name.utf8Start, length) == 0 })
    else { return nil }
    var value: Int?
    for byte in text[(start + length)...] {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        value = (value ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
      } else if byte != UInt8(ascii: " ") {
        break
      }
    }
    return value
  }
}
