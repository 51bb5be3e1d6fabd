import Foundation
import Testing

@testable import AllocatorStatistics

@Suite struct ProcessMemoryTests {
  @Test func `another thread's allocation is live until it is freed`() throws {
    // `make bench-test` preloads a jemalloc without caches into the tests.
    let hasNoCaches = getenv(AllocatorLibrary.withoutCaches.variable).map { String(cString: $0) }
    let memory = ProcessMemory()
    #expect(
      (memory != nil)
        == (AllocatorLibrary.current == .jemalloc && hasNoCaches == AllocatorLibrary.withoutCaches.value))
    guard let memory else { return }
    // Far more than the tests that run at the same time allocate.
    let size = 256 << 20
    let before = memory.liveBytes()
    let block = Block()
    Self.onAnotherThread { block.bytes = .allocate(byteCount: size, alignment: 16) }
    #expect((size / 2..<2 * size).contains(memory.liveBytes() - before))
    Self.onAnotherThread { block.bytes?.deallocate() }
    #expect(memory.liveBytes() - before < size / 2)
  }

  // Sound: only one thread at a time uses the block.
  private final class Block: @unchecked Sendable { var bytes: UnsafeMutableRawPointer? }

  private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
      body()
      done.signal()
    }.start()
    done.wait()
  }
}
