public import Synchronization

/// A disposable's way back to the composite that it is in.
///
/// ```
/// CompositeDisposable ──strong──▶ MemberList ──strong──▶ member ──strong──▶ MemberList
/// ```
/// The cycle is cut when the member ends, or the composite is disposed or goes. A disposable that is
/// added to a second composite while it is in one has no place for that, and leaves it when that one makes room.
///
/// Whose place it is stays known after the end, until the member has left: the composite may notice the end earlier, give
/// the place to another and move its members, and then the place has to be given up or kept right.
public struct Membership: ~Copyable, Sendable {
  /// 0: in none. Otherwise the composite's list, with a reference to it. The lowest bit: ended.
  @usableFromInline let composite = Atomic<UInt>(0)
  /// Where in the composite. Under the composite's lock.
  @usableFromInline let slot = Atomic<Int>(Membership.nowhere)

  @inlinable public init() {}

  /// To be called once, when the member has ended, with no lock held.
  @inlinable
  public borrowing func end() {
    let old = composite.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
    if old > 1 { leave(old) }
  }

  @usableFromInline
  borrowing func leave(_ composite: UInt) {
    // Sound: `enter` retained it for us.
    let composite = Unmanaged<MemberList>.fromOpaque(UnsafeRawPointer(bitPattern: composite)!)
    composite._withUnsafeGuaranteedRef { $0.vacate(slot) }
    composite.release()
  }

  enum Entry {
    /// The member will tell when it ends.
    case entered
    /// The member is in another composite.
    case taken
    case ended
  }

  /// Under the composite's lock.
  borrowing func enter(_ composite: MemberList, slot: Int) -> Entry {
    let reference = Unmanaged.passRetained(composite)
    let (exchanged, original) = self.composite.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
    if exchanged {
      // Who ends meanwhile waits for the lock before it looks.
      self.slot.store(slot, ordering: .relaxed)
      return .entered
    }
    reference.release()
    return original & 1 == 0 ? .taken : .ended
  }

  /// Notes the new place, or that it is gone, unless it is another composite's. Under the composite's lock.
  borrowing func move(to slot: Int, in composite: MemberList) {
    let this = UInt(bitPattern: Unmanaged.passUnretained(composite).toOpaque())
    if self.composite.load(ordering: .relaxed) & ~1 == this { self.slot.store(slot, ordering: .relaxed) }
  }

  /// The place in a composite that has lost it.
  static var nowhere: Int { -1 }

  /// The composite lets go of the member, or is being disposed. Outside of its lock.
  borrowing func exit(_ composite: MemberList) {
    let reference = Unmanaged.passUnretained(composite)
    let (exchanged, _) = self.composite.compareExchange(
      expected: UInt(bitPattern: reference.toOpaque()), desired: 0, ordering: .acquiringAndReleasing)
    if exchanged { reference.release() }
  }
}
