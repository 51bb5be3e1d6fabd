public import Observation
import SwitchboardBroadcast
import Synchronization

extension Signal where Failure == Never {
  /// Sends the value of an observable object's property, and each value that the property changes to. The signal
  /// completes when the object is deallocated, and does not keep the object alive.
  ///
  /// All readings happen on `scheduler`. The first reading happens inside `subscribe` if the call is made on the main
  /// actor and `scheduler` is ``Scheduler/main``. After each change the property is read at the scheduler's next turn.
  /// Changes without a turn between them give one value, the last. The key path may name a computed property.
  ///
  /// The object must be changed on `scheduler` only. Observation reports a change before it is made, so a change on
  /// another thread might be read too early. Source: RACObserve; `withObservationTracking`.
  ///
  /// After a subscription ends, the object keeps about a hundred bytes of the subscription until the property changes
  /// again.
  ///
  /// - Precondition: `scheduler` is not ``Scheduler/immediate``, on which a change could only be read before it is
  ///   made.
  public static func observing<Object: AnyObject & Sendable & Observable>(
    _ object: Object, _ keyPath: KeyPath<Object, Value> & Sendable, on scheduler: Scheduler
  ) -> Signal {
    observing(object, on: scheduler) { [weak object] in object?[keyPath: keyPath] }
  }

  /// Sends the value of a property of an object that belongs to the main actor, and each value that the property
  /// changes to. See ``observing(_:_:on:)``, with ``Scheduler/main`` as scheduler.
  @MainActor
  public static func observing<Object: AnyObject & Sendable & Observable>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>
  ) -> Signal {
    let path = SentKeyPath(keyPath)
    return observing(object, on: .main) { [weak object] in
      MainActor.assumeIsolated { object?[keyPath: path.keyPath] }
    }
  }

  private static func observing(
    _ object: any AnyObject & Sendable, on scheduler: Scheduler, read: @escaping @Sendable () -> Value?
  ) -> Signal {
    requireAsynchronous(scheduler)
    let scheduler = scheduler.worker
    return Signal(attach: { [weak object] sink, chain in
      guard let object else { return sink.terminal(.completed) }
      let observer = Observer(sink, partOf: chain)
      let reading = CoalescedWork(scheduler)
      let observed = ObservedValue(
        object, read: read, onChange: { reading.request() }, onGone: { observer.sendCompleted() })
      reading.set { [weak observed] in
        if let value = observed?.track() { observer.send(value) }
      }
      chain.add(
        ActionDisposable {
          observed.stop()
          reading.set(nil)
        })
      reading.runOrRequest()
    })
  }
}

func requireAsynchronous(_ scheduler: Scheduler) {
  require(
    !(scheduler is ImmediateScheduler),
    """
    an object cannot be observed on Scheduler.immediate, which would read the property before the change; name the \
    scheduler on which the program changes the object, such as .main
    """)
}

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
    state.exchange(State())
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

/// Work that runs repeatedly on a scheduler, with coalesced requests: several requests before the scheduler's next turn
/// give one run.
final class CoalescedWork: Sendable {
  private let scheduler: Scheduler
  private let isScheduled = Atomic<Bool>(false)
  private let action = Lock<(@Sendable () -> Void)?>(nil)

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  /// Sets the action of the work. Nil means that later runs do nothing.
  func set(_ new: (@Sendable () -> Void)?) {
    action.exchange(new)
  }

  /// Requests a run on the scheduler, unless a run is requested already.
  func request() {
    if !isScheduled.exchange(true, ordering: .acquiringAndReleasing) { scheduler.perform { self.run() } }
  }

  /// Runs the work inside this call if `Scheduler.runsInline` allows that here; otherwise requests a run.
  func runOrRequest() {
    if scheduler.runsInline { run() } else { request() }
  }

  private func run() {
    isScheduled.store(false, ordering: .sequentiallyConsistent)
    action.withLock { $0 }?()
  }
}
