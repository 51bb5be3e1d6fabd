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
    let path = MainActorReading(keyPath: keyPath)
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
      chain.add(observer.subscriber)
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

/// Sound: the key path is created on the main actor and used there only, as in ``MainActorKeyPath``.
struct MainActorReading<Object, Value>: @unchecked Sendable {
  let keyPath: KeyPath<Object, Value>
}

func requireAsynchronous(_ scheduler: Scheduler) {
  require(
    !(scheduler is ImmediateScheduler),
    """
    an object cannot be observed on Scheduler.immediate, which would read the property before the change; name the \
    scheduler on which the program changes the object, such as .main
    """)
}
