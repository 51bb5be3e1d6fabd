#if canImport(Glibc)
  import Glibc
#endif

extension AllocatorStatistics {
  /// The allocator that serves this process, and whether its counters can be trusted.
  public struct Identity: Equatable, Sendable {
    public enum SelfCheck: Sendable { case passed, failed, unavailable }

    public var name: String
    public var version: String?
    public var selfCheck: SelfCheck
  }

  /// Returns the counters, or nil where there are none or where they do not show the known allocations of the
  /// self-check.
  public static func checked() -> (statistics: AllocatorStatistics?, identity: Identity) {
    if let jemalloc = Jemalloc.loaded {
      let version = jemalloc.version()
      guard let statistics = AllocatorStatistics(), statistics.seesKnownAllocations() else {
        return (nil, Identity(name: "jemalloc", version: version, selfCheck: .failed))
      }
      return (statistics, Identity(name: "jemalloc", version: version, selfCheck: .passed))
    }
    #if canImport(Glibc)
      return (nil, Identity(name: "glibc", version: glibcVersion(), selfCheck: .unavailable))
    #else
      return (nil, Identity(name: "system", version: nil, selfCheck: .unavailable))
    #endif
  }

  #if canImport(Glibc)
    private static func glibcVersion() -> String? {
      var text = [CChar](repeating: 0, count: 64)
      guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else { return nil }
      // For example "glibc 2.36".
      let words = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split(separator: UInt8(ascii: " "))
      return words.last.map { String(decoding: $0, as: UTF8.self) }
    }
  #endif

  /// The number of mallocs that the counters show per allocated instance of a class. Always 1: otherwise ``checked()``
  /// returns no counters.
  public func mallocsPerKnownAllocation() -> Double {
    Double(allocateKnown(1_000).mallocs) / 1_000
  }

  private func seesKnownAllocations() -> Bool {
    guard let jemalloc = Jemalloc.loaded else { return false }
    let size = jemalloc.sizeClass(KnownInstance.size, 0)
    return [1, 7, 1_000].allSatisfy { count in
      allocateKnown(count) == Usage(mallocs: count, bytes: count * size, peakBytes: count * size)
    }
  }

  private func allocateKnown(_ count: Int) -> Usage {
    let instances = UnsafeMutablePointer<KnownInstance>.allocate(capacity: count)
    let usage = measure { for index in 0..<count { (instances + index).initialize(to: KnownInstance(index)) } }
    instances.deinitialize(count: count)
    instances.deallocate()
    return usage
  }
}

private final class KnownInstance {
  /// Two words of object header, two of content.
  static var size: Int { 4 * MemoryLayout<Int>.size }

  var first: Int
  var second: Int

  @inline(never)
  init(_ value: Int) {
    first = value
    second = value
  }
}
