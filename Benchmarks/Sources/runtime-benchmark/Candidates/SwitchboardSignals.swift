import SubscriberWorkloads
import Switchboard

/// Creates a cold signal for each subscription.
final class SwitchboardCreate: SwitchboardRegistry {
  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    let signal = Signal<Int, Never> { observer in
      observer.send(number)
      observer.sendCompleted()
      return nil
    }
    return signal.subscribe { v in sink.hit(v &+ number) }
  }
  /// Does nothing: the signal has sent its value at subscription.
  func send(_ value: Int) {}
}

/// The producer's side of a cold signal. Sound: benchmarks are single-threaded.
final class SwitchboardObserver: SwitchboardRegistry, @unchecked Sendable {
  /// Unmanaged, because a producer keeps the observer in a constant, which is not retained for a send.
  private var observer: Unmanaged<Observer<Int, Never>>?

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    let signal = Signal<Int, Never> { observer in
      self.observer = .passRetained(observer)
      return nil
    }
    return signal.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    observer.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.send(value) }
  }

  deinit { observer?.release() }
}
