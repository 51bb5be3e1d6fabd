/// The state of the heap before a process measures.
public enum HeapState: String, CaseIterable, Codable, Sendable {
  /// Nothing else was allocated before.
  case clean
  /// Many blocks of many sizes were allocated, and most of them freed in random order, as in a program that has run for
  /// a day. New blocks then lie in holes between old ones.
  case aged

  /// The number of blocks of an aged heap, before most of them are freed.
  static let blocks = 200_000
  /// One block in this many stays.
  static let keepsOneIn = 4

  /// Brings the heap of this process into the state. The blocks that stay, about 10 MB, live as long as the process.
  public func establish(seed: UInt64) {
    guard self == .aged else { return }
    var generator = SeededGenerator(seed: seed)
    let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: Self.blocks)
    for index in 0..<Self.blocks {
      blocks[index] = .allocate(byteCount: Self.size(using: &generator), alignment: 16)
      // The system gives a process a page only when the process writes to the page.
      blocks[index].storeBytes(of: 0, as: UInt8.self)
    }
    var order = UnsafeMutableBufferPointer(start: blocks, count: Self.blocks)
    order.shuffle(using: &generator)
    for index in 0..<Self.blocks where !index.isMultiple(of: Self.keepsOneIn) { blocks[index].deallocate() }
    blocks.deallocate()
  }

  /// Returns a size from 16 to 1024 bytes. Each power of two is as frequent as the next, halved: small blocks are the
  /// most frequent in Swift programs.
  static func size(using generator: inout SeededGenerator) -> Int {
    let exponent = min(generator.next().trailingZeroBitCount, 6)
    return Int.random(in: (16 << exponent) / 2...(16 << exponent), using: &generator)
  }
}
