/// What a registry accepted during a delivery, first in first out.
///
/// Not generic: each entry brings the function that delivers it, so the code that drains the queue is compiled once and
/// not for each type of value. The entries lie in a chain of blocks and never move. A small block stays when it has
/// become empty, so that a queue that has grown once allocates nothing.
///
/// | bytes of a block | content |
/// |---|---|
/// | 0…7 | next block |
/// | 8…11 | size of the block |
/// | 12…15 | offset behind the last entry |
/// | 16…19 | offset of the first entry that has not been taken |
/// | 32… | entries: an ``Entry``, then the content |
@safe public struct SerialQueue: ~Copyable {
  // Sound: the queue owns its blocks. The registry's lock, or the drain that took the queue over, protects it.

  /// Moves the content of an entry out of the queue. Delivers the content in the given registry, or, without a
  /// registry, only destroys it.
  public typealias Action = @Sendable (Registry?, UnsafeMutableRawPointer, inout Probe.Origins) -> Void

  /// What precedes the content of an entry.
  @safe @usableFromInline struct Entry {
    let action: Action
    /// The update whose closure made the entry, or ``UpdateScope/none``.
    let scope: UpdateScope
    let size: UInt32
    /// Whether the entry only says in which scope what follows it runs.
    let isMark: Bool
  }

  private static var blockHeader: Int { 32 }
  private static var smallestBlock: Int { 512 }
  /// A block of at most this size stays in the queue when it has become empty.
  static var keptBlock: Int { 2048 }
  private static var largestBlock: Int { 16_384 }

  private var first: UnsafeMutableRawPointer?
  private var last: UnsafeMutableRawPointer?

  @usableFromInline init() {
    unsafe first = nil
    unsafe last = nil
  }

  deinit { unsafe Self.deallocate(first) }
}

extension SerialQueue {
  /// Adds an entry. The caller initialises its content at the returned address, which is a multiple of 16, before the
  /// lock is given back.
  @usableFromInline
  mutating func append(
    _ action: @escaping Action, in scope: UpdateScope, contentSize: Int, isMark: Bool = false
  ) -> UnsafeMutableRawPointer {
    let size = MemoryLayout<Entry>.stride + (contentSize + 15) & ~15
    let block = unsafe blockWithRoom(for: size)
    let end = unsafe Self.end(of: block)
    let entry = unsafe block + Int(end.pointee)
    unsafe entry.initializeMemory(
      as: Entry.self, to: Entry(action: action, scope: scope, size: UInt32(size), isMark: isMark))
    unsafe end.pointee += UInt32(size)
    return unsafe entry + MemoryLayout<Entry>.stride
  }

  /// Whether there is no entry. O(1).
  @usableFromInline var isEmpty: Bool {
    guard let block = unsafe first else { return true }
    return unsafe block == last && Self.begin(of: block).pointee == Self.end(of: block).pointee
  }

  /// Takes the oldest entry. The caller runs the action on the content before it takes the next entry. O(1).
  mutating func popFirst() -> (entry: Entry, content: UnsafeMutableRawPointer)? {
    while let block = unsafe first {
      let begin = unsafe Self.begin(of: block)
      if unsafe begin.pointee == Self.end(of: block).pointee {
        if unsafe block == last {
          unsafe Self.reset(block)
          return nil
        }
        unsafe first = unsafe Self.next(of: block).pointee
        unsafe block.deallocate()
        continue
      }
      let address = unsafe block + Int(begin.pointee)
      let entry = unsafe address.assumingMemoryBound(to: Entry.self).move()
      unsafe begin.pointee += entry.size
      return unsafe (entry, address + MemoryLayout<Entry>.stride)
    }
    return nil
  }

  /// Destroys all entries. The deinits of their contents are user code.
  @usableFromInline
  mutating func removeAll() {
    var origins = Probe.Origins()
    while let (entry, content) = unsafe popFirst() { unsafe entry.action(nil, content, &origins) }
  }

  /// Takes over the memory of `other`, if this queue has none. Then frees the memory of this queue, if a burst has left
  /// much, or if nothing will be queued any more. Both queues are empty.
  mutating func settle(_ other: inout SerialQueue, isLast: Bool) {
    if unsafe first == nil { swap(&self, &other) }
    guard unsafe first != nil, isLast || byteCapacity > Self.keptBlock else { return }
    self = SerialQueue()
  }

  /// Whether the queue has memory, with or without entries.
  @usableFromInline var hasMemory: Bool { unsafe first != nil }

  /// The memory of the blocks, in bytes. O(blocks).
  public var byteCapacity: Int {
    var sum = 0
    var block = unsafe first
    while let current = unsafe block {
      unsafe sum += Int(Self.size(of: current).pointee)
      unsafe block = unsafe Self.next(of: current).pointee
    }
    return sum
  }

  private static func deallocate(_ first: UnsafeMutableRawPointer?) {
    var next = unsafe first
    while let block = unsafe next {
      unsafe next = unsafe Self.next(of: block).pointee
      unsafe block.deallocate()
    }
  }
}

extension SerialQueue {
  private mutating func blockWithRoom(for size: Int) -> UnsafeMutableRawPointer {
    var blockSize = Self.smallestBlock
    if let block = unsafe last {
      let capacity = unsafe Int(Self.size(of: block).pointee)
      if unsafe Int(Self.end(of: block).pointee) + size <= capacity { return unsafe block }
      blockSize = min(2 * capacity, Self.largestBlock)
    }
    blockSize = max(blockSize, Self.blockHeader + size)
    let block = UnsafeMutableRawPointer.allocate(byteCount: blockSize, alignment: 16)
    unsafe Self.next(of: block).initialize(to: nil)
    unsafe Self.size(of: block).initialize(to: UInt32(blockSize))
    unsafe Self.reset(block)
    if let last = unsafe last { unsafe Self.next(of: last).pointee = unsafe block } else { unsafe first = unsafe block }
    unsafe last = unsafe block
    return unsafe block
  }

  private static func reset(_ block: UnsafeMutableRawPointer) {
    unsafe end(of: block).initialize(to: UInt32(blockHeader))
    unsafe begin(of: block).initialize(to: UInt32(blockHeader))
  }

  private static func next(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    unsafe block.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
  private static func size(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt32> {
    unsafe (block + 8).assumingMemoryBound(to: UInt32.self)
  }
  private static func end(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt32> {
    unsafe (block + 12).assumingMemoryBound(to: UInt32.self)
  }
  private static func begin(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt32> {
    unsafe (block + 16).assumingMemoryBound(to: UInt32.self)
  }
}

/// A value in the queue. A value that needs a stricter alignment than the queue gives lies in memory of its own.
enum QueuedValue<Value: Sendable> {
  private static var isBoxed: Bool { MemoryLayout<Value>.alignment > 16 }

  static var size: Int {
    unsafe isBoxed ? MemoryLayout<UnsafeMutablePointer<Value>>.size : MemoryLayout<Value>.size
  }

  static func store(_ value: Value, at address: UnsafeMutableRawPointer) {
    guard isBoxed else {
      unsafe address.initializeMemory(as: Value.self, to: value)
      return
    }
    let box = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe box.initialize(to: value)
    unsafe address.initializeMemory(as: UnsafeMutablePointer<Value>.self, to: box)
  }

  static func take(from address: UnsafeMutableRawPointer) -> Value {
    guard isBoxed else { return unsafe address.assumingMemoryBound(to: Value.self).move() }
    let box = unsafe address.assumingMemoryBound(to: UnsafeMutablePointer<Value>.self).move()
    defer { unsafe box.deallocate() }
    return unsafe box.move()
  }
}
