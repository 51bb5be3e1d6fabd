import Observation
import SwitchboardBroadcast

/// Reads a property of an observable object, and reports when the property changes.
///
/// ```
/// object's registrar ──strong──▶ Watch ──strong──▶ ObservedValue ──▶ reads, weakly, the object
/// ```
/// The registrar releases the `Watch` only at the next change or at the object's end. So ``stop()`` releases the
/// `onChange` and `onGone` closures, and only the `Watch` and this object remain until then.
final class ObservedValue<Value: Sendable>: Sendable {
  private struct State {
    var onChange: (@Sendable () -> Void)?
    var onGone: (@Sendable () -> Void)?
    var isTracking = false
  }

  /// Reads the property. Nil if the object is deallocated. Runs where ``track()`` is called.
  let read: @Sendable () -> Value?
  /// Returns whether the object is deallocated. May be called on any thread.
  private let isGone: @Sendable () -> Bool
  private let state: Lock<State>

  /// - Parameters:
  ///   - onChange: Called when the property is about to change, the first time after each call of ``track()``. The
  ///     property still has its old value.
  ///   - onGone: Called when the object is deallocated.
  init(
    _ object: any AnyObject & Sendable, read: @escaping @Sendable () -> Value?,
    onChange: @escaping @Sendable () -> Void, onGone: @escaping @Sendable () -> Void
  ) {
    self.read = read
    isGone = { [weak object] in object == nil }
    state = Lock(State(onChange: onChange, onGone: onGone))
  }

  /// Starts to watch for the next change, unless the watch is active already, and then reads the value. Because the
  /// reading comes last, no change falls between the two steps.
  func track() -> Value? {
    let isNew = state.withLock { state in
      defer { state.isTracking = true }
      return !state.isTracking && state.onChange != nil
    }
    if isNew {
      let watch = Watch(onChange: { self.changes() }, onLoss: { self.looksForObject() })
      withObservationTracking {
        _ = read()
      } onChange: {
        watch.fire()
      }
    }
    return read()
  }

  func stop() {
    let dropped = state.withLock { state in
      let dropped = (state.onChange, state.onGone)
      state.onChange = nil
      state.onGone = nil
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  private func changes() {
    let onChange = state.withLock { state in
      state.isTracking = false
      return state.onChange
    }
    onChange?()
  }

  private func looksForObject() {
    guard let onGone = state.withLock({ $0.onGone }), isGone() else { return }
    stop()
    onGone()
  }
}

/// The object that the registrar holds. The registrar releases it when the property is about to change, and when the
/// observed object is deallocated.
private final class Watch: Sendable {
  private let onChange: @Sendable () -> Void
  private let onLoss: @Sendable () -> Void

  init(onChange: @escaping @Sendable () -> Void, onLoss: @escaping @Sendable () -> Void) {
    (self.onChange, self.onLoss) = (onChange, onLoss)
  }

  deinit { onLoss() }
  func fire() { onChange() }
}
