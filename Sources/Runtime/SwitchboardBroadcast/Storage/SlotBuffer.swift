public import Synchronization

/// Contiguous slots in subscription order.
///
/// A walk reads the block, then the number of slots in use; both with acquire. A slot is filled before that number
/// covers it, and the number never falls while a walk is in progress. So no slot is reused under a walk.
@safe public struct SlotBuffer: ~Copyable, @unchecked Sendable {
  // Sound: everything here is atomic.
  @usableFromInline typealias Slot = Atomic<Unmanaged<RegistryNode>?>

  /// The block in use. Nil stands for `inlineBlock`, whose address is not known before the registry exists.
  @usableFromInline let heapBlock = unsafe Atomic<UnsafeMutableRawPointer?>(nil)
  /// The number of nodes, that is, of slots in use without the holes. Guarded by the lock.
  public let live = Atomic<Int>(0)
  @usableFromInline let inlineBlock = InlineSlotBlock()

  @inlinable public init() {}
  deinit { unsafe heapBlock.load(ordering: .relaxed)?.deallocate() }
}

extension SlotBuffer {
  @inlinable public var count: Int { live.load(ordering: .relaxed) }
  @inlinable public var capacity: Int { unsafe SlotBlock.capacity(of: block) }

  /// The address of `inlineBlock`.
  ///
  /// Sound: the buffer lies in a registry, a class instance, so its address never changes. The inline block holds
  /// atomics, so the compiler passes it by address.
  @inlinable @inline(__always)
  var inlineAddress: UnsafeMutableRawPointer {
    unsafe withUnsafePointer(to: inlineBlock) { unsafe UnsafeMutableRawPointer(mutating: $0) }
  }

  /// The block in use.
  @inlinable @inline(__always)
  public var block: UnsafeMutableRawPointer { unsafe heapBlock.load(ordering: .acquiring) ?? inlineAddress }

  @inlinable @inline(__always)
  static func slots(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Slot> {
    unsafe (block + SlotBlock.headerSize).assumingMemoryBound(to: Slot.self)
  }

  @inlinable @inline(__always)
  public func forEach(_ body: (RegistryNode) -> Void) {
    let block = unsafe block
    var slot = unsafe Self.slots(of: block)
    let end = unsafe slot + Int(SlotBlock.used(of: block).pointee.load(ordering: .acquiring))
    while unsafe slot != end {
      if let node = unsafe slot.pointee.load(ordering: .relaxed) { unsafe node._withUnsafeGuaranteedRef { body($0) } }
      unsafe slot += 1
    }
  }
}

/// The raw layout of a run of slots: a 16-byte header, then 8 bytes a slot.
///
/// | bytes | content |
/// |---|---|
/// | 0…3 | number of slots in use, atomic; a walk reads it once with acquire, so the walk is a snapshot |
/// | 4…7 | capacity, constant |
/// | 8…15 | next block in a chain of retired blocks |
/// | 16… | slots: each holds a reference to a node, or nil for a hole |
///
/// The size of a heap block, header included, is a power of two, so that the block fills the allocator's size class.
public enum SlotBlock {
  @inlinable public static var headerSize: Int { 16 }

  @inlinable @inline(__always)
  public static func used(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Atomic<UInt32>> {
    unsafe block.assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  @inlinable static func capacity(of block: UnsafeMutableRawPointer) -> Int {
    unsafe Int((block + 4).load(as: UInt32.self))
  }

  @inlinable static func next(of block: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe (block + 8).load(as: UnsafeMutableRawPointer?.self)
  }

  @inlinable
  static func setNext(of block: UnsafeMutableRawPointer, to next: UnsafeMutableRawPointer?) {
    unsafe (block + 8).storeBytes(of: next, as: UnsafeMutableRawPointer?.self)
  }

  /// Returns the capacity of the smallest heap block with room for `slots` slots.
  @inlinable static func roundedCapacity(_ slots: Int) -> Int {
    var size = 64
    while size < headerSize + 8 * slots { size *= 2 }
    return (size - headerSize) / 8
  }

  /// Allocates an empty block. Its slots are not initialised.
  @inlinable static func allocate(capacity: Int) -> UnsafeMutableRawPointer {
    require(
      capacity < Int(Int32.max),
      "a registry cannot hold 2^31 subscriptions or more; dispose some, or use several registries")
    let block = UnsafeMutableRawPointer.allocate(byteCount: headerSize + 8 * capacity, alignment: 8)
    unsafe block.storeBytes(of: 0, as: UInt32.self)
    unsafe (block + 4).storeBytes(of: UInt32(capacity), as: UInt32.self)
    unsafe setNext(of: block, to: nil)
    return unsafe block
  }
}

/// A block of two slots that lies inside the registry itself, so that most registries never allocate a block. Its
/// layout is that of a ``SlotBlock``.
@usableFromInline
struct InlineSlotBlock: ~Copyable {
  @usableFromInline let used = Atomic<UInt32>(0)
  @usableFromInline let capacity: UInt32 = 2
  @usableFromInline let next = Atomic<UInt>(0)
  @usableFromInline let slot0 = Atomic<UInt>(0)
  @usableFromInline let slot1 = Atomic<UInt>(0)

  @inlinable static var capacity: Int { 2 }
  @inlinable init() {}
}
