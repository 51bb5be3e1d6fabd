import SwitchboardBroadcast
import Synchronization

extension SignalProtocol {
  /// Subscribes again after an error each time the trigger sends a value. The trigger is the signal that `trigger`
  /// returns; `trigger` receives the errors as the values of a signal. Completion of the trigger completes the result.
  /// An error of the trigger fails the result.
  ///
  /// ```swift
  /// request.retry(when: { errors in errors.delay(.seconds(1), on: .main).take(3) })
  /// ```
  ///
  /// Values that the trigger sends while the source runs have no effect. If the trigger ends without a terminal event,
  /// the result also ends without one: immediately if the result waits for the trigger, otherwise when the source has
  /// failed. A trigger that sends no event keeps the subscription alive until the subscription is disposed. `trigger`
  /// runs once per subscription. A failed source is disposed before its error is handed to the trigger. When an attempt
  /// fails inside its subscription, the next attempt follows without recursion. Deliveries are serial, whatever threads
  /// the source and the trigger send on (promise R6).
  ///
  /// Cost: one send through an observer per value; per attempt a subscription. The subscription keeps the source alive,
  /// even a subject. A shared signal does not begin anew: see ``retry(_:)``.
  ///
  /// - Parameter trigger: Gets the errors as a signal that never fails, and returns the trigger. Runs once per
  ///   subscription.
  public func retry<Trigger: SignalProtocol>(
    when trigger: @escaping @Sendable (_ errors: Signal<Failure, Never>) -> Trigger
  ) -> Signal<Value, Failure> where Trigger.Failure == Failure {
    let source = signal
    return Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      let attempts = TriggeredAttempts(source, observer, chain)
      let branch = chain.branch(onLoss: { [weak attempts, weak chain] _ in
        if let attempts { attempts.loseTrigger() } else { chain?.dispose() }
      })
      trigger(attempts.errors.signal).signal.attach(
        Sink(
          value: { _ in attempts.goOn() },
          terminal: { terminal in
            branch.leave(chain)
            observer.send(terminal)
          }), branch)
      if !observer.isDisposed { attempts.run() }
    })
  }
}

extension SignalProtocol {
  /// Subscribes again after an error each time a trigger that cannot fail sends a value. See ``retry(when:)``.
  @_disfavoredOverload
  public func retry<Trigger: SignalProtocol>(
    when trigger: @escaping @Sendable (_ errors: Signal<Failure, Never>) -> Trigger
  ) -> Signal<Value, Failure> where Trigger.Failure == Never {
    retry(when: { trigger($0).promoted() as Signal<Trigger.Value, Failure> })
  }
}

/// The repeated subscriptions to one source, each made when the trigger sends a value.
final class TriggeredAttempts<Value: Sendable, Failure: Error>: Sendable {
  let source: Signal<Value, Failure>
  let observer: Observer<Value, any Error>
  let chain: Chain
  let join: Join
  let errors = PublishSubject<Failure, Never>()
  /// The handover of an attempt that has failed, until the trigger sends a value. Nil while the source runs.
  let waiting = Lock<Flag?>(nil)
  let hasLostTrigger = Atomic<Bool>(false)

  init(_ source: Signal<Value, Failure>, _ observer: Observer<Value, any Error>, _ chain: Chain) {
    (self.source, self.observer, self.chain) = (source, observer, chain)
    join = Join(1, observer.broadcaster.registry, chain)
    errors.broadcaster.identify(as: Operator.self, for: chain)
    errors.broadcaster.attributeSends(to: chain)
  }

  func run() {
    while !chain.isDisposed {
      let handover = Flag()
      let branch = chain.branch()
      source.attach(
        Sink(
          value: { self.observer.send($0) },
          terminal: { terminal in
            branch.leave(self.chain)
            switch terminal {
            case .completed: self.observer.sendCompleted()
            case .error(let error): self.wait(handover, typed(error))
            }
          }), branch)
      guard handover.isSecond() else { return }
    }
  }

  func wait(_ handover: Flag, _ error: Failure) {
    waiting.withLock { $0 = handover }
    if hasLostTrigger.load(ordering: .sequentiallyConsistent) { return join.end() }
    errors.send(error)
  }

  func goOn() {
    let handover = waiting.withLock { $0.take() }
    if let handover, handover.isSecond() { run() }
  }

  func loseTrigger() {
    hasLostTrigger.store(true, ordering: .sequentiallyConsistent)
    let isWaiting = waiting.withLock { $0 != nil }
    if isWaiting { join.end() }
  }
}
