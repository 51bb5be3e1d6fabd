public import Synchronization

/// A disposable's way back to the composite that it is in.
///
/// ```
/// CompositeDisposable ──strong──▶ member ──strong──▶ CompositeDisposable
/// ```
/// The cycle lasts while both live; it is cut when the member ends or the composite is disposed. A disposable that is
/// added to a second composite while it is in one has no place for that, and leaves it when that one makes room.
public struct Membership: ~Copyable, Sendable {
  /// 0: in none. 1: ended. Otherwise the composite, with a reference to it.
  @usableFromInline let composite = Atomic<UInt>(0)
  /// Where in the composite. Written under the lock of the composite that is named here, and by no other. A hint: while
  /// the member leaves, it may have been moved.
  @usableFromInline let slot = Atomic<Int>(-1)

  @inlinable public init() {}

  /// To be called once, when `member`, whose membership this is, has ended, with no lock held.
  @inlinable
  public borrowing func end(_ member: any Disposable) {
    let old = composite.exchange(1, ordering: .acquiringAndReleasing)
    if old > 1 { leave(old, member) }
  }

  @usableFromInline
  borrowing func leave(_ composite: UInt, _ member: any Disposable) {
    // Sound: `enter` retained it for us.
    let composite = Unmanaged<CompositeDisposable>.fromOpaque(UnsafeRawPointer(bitPattern: composite)!)
    composite._withUnsafeGuaranteedRef { $0.vacate(member) }
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
  borrowing func enter(_ composite: CompositeDisposable, slot: Int) -> Entry {
    let reference = Unmanaged.passRetained(composite)
    let (exchanged, original) = self.composite.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
    if exchanged {
      // In time: whoever wants to read it needs the lock that is held here.
      self.slot.store(slot, ordering: .relaxed)
      return .entered
    }
    reference.release()
    return original == 1 ? .ended : .taken
  }

  /// The composite moves the member. Under its lock.
  borrowing func move(to slot: Int, in composite: CompositeDisposable) {
    if self.composite.load(ordering: .relaxed) == UInt(bitPattern: Unmanaged.passUnretained(composite).toOpaque()) {
      self.slot.store(slot, ordering: .relaxed)
    }
  }

  /// The composite lets go of the member: under its lock, unless it is being disposed. The caller keeps it alive.
  borrowing func exit(_ composite: CompositeDisposable) {
    let reference = Unmanaged.passUnretained(composite)
    let (exchanged, _) = self.composite.compareExchange(
      expected: UInt(bitPattern: reference.toOpaque()), desired: 0, ordering: .acquiringAndReleasing)
    if exchanged { reference.release() }
  }
}
