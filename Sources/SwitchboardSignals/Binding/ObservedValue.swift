import Observation
import SwitchboardBroadcast

/// Reads a property of an observable object, and tells when it changes.
///
/// ```
/// object's registrar ──strong──▶ Watch ──strong──▶ ObservedValue ──▶ reads, weakly, the object
/// ```
/// The registrar cannot be told to let go before the next change or the object's end; so what is to be told is let go of by
/// ``stop()``, and what stays is this alone.
final class ObservedValue<Value: Sendable>: Sendable {
  private struct State {
    var onChange: (@Sendable () -> Void)?
    var onGone: (@Sendable () -> Void)?
    var isTracking = false
  }

  /// Nil if the object is gone. Runs where ``track()`` is called.
  let read: @Sendable () -> Value?
  /// Whether the object is gone. May be asked anywhere.
  private let isGone: @Sendable () -> Bool
  private let state: Lock<State>

  /// - Parameters:
  ///   - onChange: The property is about to change, for the first time since it was tracked. Its value is still the old one.
  ///   - onGone: The object has gone.
  init(
    _ object: any AnyObject & Sendable, read: @escaping @Sendable () -> Value?,
    onChange: @escaping @Sendable () -> Void, onGone: @escaping @Sendable () -> Void
  ) {
    self.read = read
    isGone = { [weak object] in object == nil }
    state = Lock(State(onChange: onChange, onGone: onGone))
  }

  /// Has the next change told, if that is not so already, and reads the value after that, so that no change falls between the two.
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

/// What the registrar holds: goes when the property is about to change, and with the object.
private final class Watch: Sendable {
  private let onChange: @Sendable () -> Void
  private let onLoss: @Sendable () -> Void

  init(onChange: @escaping @Sendable () -> Void, onLoss: @escaping @Sendable () -> Void) {
    (self.onChange, self.onLoss) = (onChange, onLoss)
  }

  deinit { onLoss() }
  func fire() { onChange() }
}
