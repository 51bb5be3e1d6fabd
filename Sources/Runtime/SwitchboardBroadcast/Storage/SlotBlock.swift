public import Synchronization

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
