public import Observation
import SwitchboardBroadcast

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
  /// - Parameters:
  ///   - object: The object to watch, held weakly.
  ///   - keyPath: The property of `object`, stored or computed.
  ///   - scheduler: Where the property is read and the values are sent.
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
      let observed = ObservedValue(
        object, on: scheduler, read: read,
        onTurn: { observed in if let value = observed.track() { observer.send(value) } },
        onGone: { observer.sendCompleted() })
      chain.add(ActionDisposable { observed.stop() })
      observed.runOrRequest()
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

/// Reads a property of an observable object, and runs its user's work on a scheduler after the property has changed.
/// Several changes before the scheduler's next turn give one run.
///
/// ```
/// object's registrar ──strong──▶ ObservationToken ──strong──▶ ObservedValue ──▶ reads, weakly, the object
/// ```
/// The registrar releases the `ObservationToken` only at the next change or at the object's end. So ``stop()`` releases
/// the scheduler and the `onTurn` and `onGone` closures, and only the `ObservationToken` and this object remain until
/// then.
final class ObservedValue<Value: Sendable>: Sendable {
  private struct State {
    /// The scheduler and the closures. Nil after ``ObservedValue/stop()``.
    var scheduler: Scheduler?
    var onTurn: (@Sendable (ObservedValue) -> Void)?
    var onGone: (@Sendable () -> Void)?
    var isTracking = false
    var isRequested = false
    var isWriting = false
  }

  private weak let object: (any AnyObject & Sendable)?
  private let read: @Sendable () -> Value?
  private let state: Lock<State>

  /// - Parameters:
  ///   - read: Reads the property. Returns nil if the object is deallocated. Runs where ``track()`` is called.
  ///   - onTurn: Runs on `scheduler` when requested, and after the first change that follows a call of ``track()``.
  ///   - onGone: Called when the object is deallocated.
  init(
    _ object: any AnyObject & Sendable, on scheduler: Scheduler, read: @escaping @Sendable () -> Value?,
    onTurn: @escaping @Sendable (ObservedValue) -> Void, onGone: @escaping @Sendable () -> Void
  ) {
    (self.object, self.read) = (object, read)
    state = Lock(State(scheduler: scheduler, onTurn: onTurn, onGone: onGone))
  }

  /// Starts to watch for the next change, unless the watch is active already, and then reads the value. Because the
  /// reading comes last, no change falls between the two steps.
  func track() -> Value? {
    let isNew = state.withLock { state in
      defer { state.isTracking = true }
      return !state.isTracking && state.onTurn != nil
    }
    if isNew {
      let watch = ObservationToken(self)
      withObservationTracking {
        _ = read()
      } onChange: {
        watch.value.changes()
      }
    }
    return read()
  }

  /// Runs `body`, which writes the property. The change requests no turn.
  func write(_ body: () -> Void) {
    state.withLock { $0.isWriting = true }
    body()
    state.withLock { $0.isWriting = false }
  }

  /// Requests a turn of the scheduler, unless one is requested already.
  func request() {
    let scheduler = state.withLock { state -> Scheduler? in
      if state.isRequested { return nil }
      state.isRequested = true
      return state.scheduler
    }
    scheduler?.perform { self.run() }
  }

  /// Runs the turn inside this call if `Scheduler.runsInline` allows that here; otherwise requests a turn.
  func runOrRequest() {
    if state.withLock({ $0.scheduler })?.runsInline == true { run() } else { request() }
  }

  func stop() {
    state.exchange(State())
  }

  private func run() {
    let onTurn = state.withLock { state in
      state.isRequested = false
      return state.onTurn
    }
    onTurn?(self)
  }

  /// The property is about to change, and still has its old value.
  fileprivate func changes() {
    let isOwnWrite = state.withLock { state in
      state.isTracking = false
      return state.isWriting
    }
    if !isOwnWrite { request() }
  }

  fileprivate func looksForObject() {
    guard let onGone = state.withLock({ $0.onGone }), object == nil else { return }
    stop()
    onGone()
  }
}

/// The object that the registrar holds. The registrar releases it when the property is about to change, and when the
/// observed object is deallocated.
private final class ObservationToken<Value: Sendable>: Sendable {
  let value: ObservedValue<Value>

  init(_ value: ObservedValue<Value>) { self.value = value }

  deinit { value.looksForObject() }
}
