public import Observation
import SwitchboardBroadcast

extension Signal where Failure == Never {
  /// The value of an observable object's property, and each one that it changes to. Completes when the object goes; does not
  /// keep it alive.
  ///
  /// Everything happens on `scheduler`: the first reading, inside `subscribe` if that is made on the main actor and `scheduler`
  /// is ``Scheduler/main``; and one reading after each change, at the scheduler's next turn. So changes that follow each other
  /// without a turn between them give one value, the last. A key path may be one of a property that is computed of others.
  ///
  /// The object must be changed on `scheduler` only: observation tells of a change before it is made, and what is changed
  /// elsewhere might be read too early. Source: RACObserve; `withObservationTracking`.
  ///
  /// After a subscription's end the object holds about a hundred bytes of it until the property changes once more.
  ///
  /// - Precondition: `scheduler` is not ``Scheduler/immediate``, on which a change could only be read before it is made.
  public static func observing<Object: AnyObject & Sendable & Observable>(
    _ object: Object, _ keyPath: KeyPath<Object, Value> & Sendable, on scheduler: Scheduler
  ) -> Signal {
    observing(object, on: scheduler) { [weak object] in object?[keyPath: keyPath] }
  }

  /// The same for an object that belongs to the main actor.
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
    requireTurns(scheduler)
    let scheduler = scheduler.worker
    return Signal(attach: { [weak object] sink, chain in
      guard let object else { return sink.terminal(.completed) }
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      let turn = Turn(scheduler)
      let observed = ObservedValue(
        object, read: read, onChange: { turn.takeLater() }, onGone: { observer.sendCompleted() })
      turn.set { [weak observed] in
        if let value = observed?.track() { observer.send(value) }
      }
      chain.add(
        ActionDisposable {
          observed.stop()
          turn.set(nil)
        })
      turn.takeNowOrLater()
    })
  }
}

/// Sound: as ``MainActorKeyPath``.
struct MainActorReading<Object, Value>: @unchecked Sendable {
  let keyPath: KeyPath<Object, Value>
}

func requireTurns(_ scheduler: Scheduler) {
  require(
    !(scheduler is ImmediateScheduler),
    "an object cannot be observed on Scheduler.immediate, where a change is read before it is made; name the scheduler on which the object is changed, such as .main"
  )
}
