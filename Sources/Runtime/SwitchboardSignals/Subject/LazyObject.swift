import SwitchboardBroadcast
public import Synchronization

/// An object that is made when a thread first needs it. If several threads make it at the same time, one object stays.
///
/// Does what `AtomicLazyReference` does. That type's functions are not specialised here, and look up metadata at each
/// call.
@usableFromInline
@safe struct LazyObject<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  // Sound: the reference is set once, and owned by this struct.
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  @inlinable init() {}

  deinit { unsafe reference.load(ordering: .acquiring)?.release() }

  /// The object, if it has been made. O(1), no lock.
  var object: Object? { unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Returns the object, made by `make` if there is none yet.
  borrowing func object(orMake make: () -> Object) -> Object {
    if let object { return object }
    let fresh = unsafe Unmanaged.passRetained(make())
    let (exchanged, original) = unsafe reference.compareExchange(
      expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
    guard !exchanged, let original = unsafe original else { return unsafe fresh.takeUnretainedValue() }
    unsafe fresh.release()
    return unsafe original.takeUnretainedValue()
  }
}
