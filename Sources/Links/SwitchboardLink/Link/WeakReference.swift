/// A reference that does not keep its object alive, set after the object was made.
final class WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Sound: written once, before other threads have the object.
  weak var object: Object?
}
