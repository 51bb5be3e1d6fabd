public import Synchronization

/// A disposable's reference to the composite that it is in.
///
/// ```
/// CompositeDisposable ──strong──▶ MemberList ──strong──▶ member ──strong──▶ MemberList
/// ```
/// The cycle is cut when the member ends or is removed, or when the composite is disposed or deallocated. A disposable
/// has room for one composite. If it is added to a second composite meanwhile, it leaves the second after its end, when
/// that composite next makes room or counts its members.
///
/// After the end of a member, `composite` stays known until the member has left. The composite may notice the end
/// earlier, reuse the slot and move its members. It then has to clear or correct the slot of the ended member too.
public struct Membership: ~Copyable, Sendable {
  /// 0: in no composite. Otherwise the composite's list, with a reference to it. The lowest bit: ended.
  @usableFromInline let composite = Atomic<UInt>(0)
  /// The slot in the composite. Guarded by the composite's lock.
  @usableFromInline let slot = Atomic<Int>(Membership.nowhere)

  @inlinable public init() {}

  /// Leaves the composite, if there is one. Called once, when the member has ended, with no lock held.
  @inlinable
  public borrowing func end() {
    let old = composite.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
    if old > 1 { leave(old) }
  }

  @usableFromInline
  borrowing func leave(_ composite: UInt) {
    // Sound: `enter` retained the list for this call.
    let composite = unsafe Unmanaged<MemberList>.fromOpaque(UnsafeRawPointer(bitPattern: composite)!)
    unsafe composite._withUnsafeGuaranteedRef { $0.vacate(slot) }
    unsafe composite.release()
  }

  enum Entry {
    /// The member now reports its end to the composite.
    case entered
    /// The member is in another composite.
    case taken
    case ended
  }

  /// Joins `composite`, unless the member is in another composite or has ended. Called under the composite's lock.
  borrowing func enter(_ composite: MemberList, slot: Int) -> Entry {
    let reference = unsafe Unmanaged.passRetained(composite)
    let (exchanged, original) = unsafe self.composite.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
    if exchanged {
      // A member that ends meanwhile waits for the composite's lock before it reads the slot.
      self.slot.store(slot, ordering: .relaxed)
      return .entered
    }
    unsafe reference.release()
    return original & 1 == 0 ? .taken : .ended
  }

  /// Notes the new slot, or ``nowhere`` if the member has lost its slot. Does nothing if the member belongs to another
  /// composite. Called under the composite's lock.
  borrowing func move(to slot: Int, in composite: MemberList) {
    let this = unsafe UInt(bitPattern: Unmanaged.passUnretained(composite).toOpaque())
    if self.composite.load(ordering: .relaxed) & ~1 == this { self.slot.store(slot, ordering: .relaxed) }
  }

  /// The slot of a member that has lost its slot.
  static var nowhere: Int { -1 }

  /// Forgets `composite`, which has removed the member or is closed. Called outside of the composite's lock.
  borrowing func exit(_ composite: MemberList) {
    let reference = unsafe Unmanaged.passUnretained(composite)
    let (exchanged, _) = unsafe self.composite.compareExchange(
      expected: UInt(bitPattern: reference.toOpaque()), desired: 0, ordering: .acquiringAndReleasing)
    if exchanged { unsafe reference.release() }
  }
}
