import Foundation
import Testing

@testable import AllocatorStatistics

@Suite struct HeapObserverTests {
  private func kibibytes(_ text: String) -> Int? {
    Array(text.utf8).withUnsafeBytes { HeapObserver.kibibytes(after: "Anonymous:", in: $0) }
  }

  @Test func `the system's table of memory is read`() {
    #expect(kibibytes("Rss:  1772 kB\nAnonymous:     116 kB\nLazyFree:   0 kB\n") == 116)
    #expect(kibibytes("Anonymous: 0 kB\n") == 0)
  }

  @Test(arguments: ["", "Rss: 5 kB\n", "Anonymous:", "Anonymous: kB 5", "Anon"])
  func `a table without the number gives none`(_ text: String) {
    #expect(kibibytes(text) == nil)
  }

  #if os(Linux)
    @Test func `touched pages are anonymous memory`() throws {
      let size = 64 << 20
      let before = try #require(HeapObserver.anonymousBytes())
      let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
      memset(block, 1, size)
      let after = try #require(HeapObserver.anonymousBytes())
      block.deallocate()
      // Other tests run at the same time.
      #expect(after - before > size / 2)
    }
  #endif

  @Test func `an increase needs both figures`() {
    let earlier = HeapFigures(requested: nil, allocated: 10, active: 4096, resident: 8192)
    let now = HeapFigures(requested: 5, allocated: 30, active: 4096, resident: 4096)
    #expect(now.since(earlier) == HeapFigures(allocated: 20, active: 0, resident: -4096))
  }
}
