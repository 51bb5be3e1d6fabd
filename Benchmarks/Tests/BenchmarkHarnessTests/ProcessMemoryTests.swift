import CUncachedAllocator
import Foundation
import Testing

@testable import AllocatorStatistics

@Suite struct ProcessMemoryTests {
  @Test func `another thread's allocation is live until it is freed`() throws {
    // The reference links the library that turns the caches off.
    #expect(String(cString: malloc_conf).contains("tcache:false"))
    let isCounted = AllocatorStatistics.checked().statistics != nil
    let memory = ProcessMemory()
    #expect((memory != nil) == isCounted)
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
