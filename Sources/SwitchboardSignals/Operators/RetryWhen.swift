public import SwitchboardBroadcast
public import Synchronization

extension SignalProtocol {
  /// Subscribes anew when `trigger` says so: it is given the errors as values, and each value that it sends after one starts the next
  /// attempt. Its completion completes the result, its error fails it. Source: RxSwift retry(when:).
  ///
  /// ```swift
  /// request.retry(when: { errors in errors.delay(.seconds(1), on: .main).take(3).setFailureType(to: HTTPError.self) })
  /// ```
  ///
  /// Values of the trigger that come while the source runs do nothing. A trigger that dies: the result ends without an event, at
  /// once if it waits, otherwise when the source has failed. One that keeps silent keeps the subscription until that is disposed. `trigger` runs once per subscription. A failed source is disposed before
  /// its error is handed on; attempts that fail inside their subscription are followed by the next without recursion. Serial,
  /// whatever threads the source and the trigger send on (R6).
  ///
  /// Cost: one send through an observer per value; per attempt a subscription. The subscription keeps the source alive, a subject
  /// too.
  @inlinable
  public func retry<Trigger: SignalProtocol>(
    when trigger: @escaping @Sendable (_ errors: Signal<Failure, Never>) -> Trigger
  ) -> Signal<Value, Failure> where Trigger.Failure == Failure {
    let source = signal
    return Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      let attempts = TriggeredAttempts(source, observer, chain)
      let branch = Branch(onLoss: { [weak attempts, weak chain] in
        if let attempts { attempts.loseTrigger() } else { chain?.dispose() }
      })
      chain.add(branch)
      trigger(attempts.errors.signal).signal.attach(
        Sink(
          value: { _ in attempts.goOn() },
          terminal: { terminal in
            _ = branch.finish()
            observer.send(terminal)
          }), branch)
      if !observer.isDisposed { attempts.run() }
    })
  }
}

/// Subscribes to a signal again and again, each time that it is told to.
@usableFromInline
final class TriggeredAttempts<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum State {
    case running
    /// The source has failed, and nobody has said yet that there is to be another attempt.
    case waiting(Handover)
  }

  @usableFromInline let source: Signal<Value, Failure>
  @usableFromInline let observer: Observer<Value, Failure>
  @usableFromInline let chain: Chain
  @usableFromInline let errors = PublishSubject<Failure, Never>()
  @usableFromInline let state = Lock(State.running)
  @usableFromInline let hasLostTrigger = Atomic<Bool>(false)

  @inlinable
  init(_ source: Signal<Value, Failure>, _ observer: Observer<Value, Failure>, _ chain: Chain) {
    (self.source, self.observer, self.chain) = (source, observer, chain)
  }

  @inlinable
  func run() {
    while !chain.isDisposed {
      let handover = Handover()
      let branch = Branch(carrying: chain)
      chain.add(branch)
      source.attach(
        Sink(
          value: { self.observer.send($0) },
          terminal: { terminal in
            self.chain.remove(branch)
            _ = branch.finish()
            switch terminal {
            case .completed: self.observer.sendCompleted()
            case .error(let error): self.wait(handover, error)
            }
          }), branch)
      guard handover.isSecond() else { return }
    }
  }

  @inlinable
  func wait(_ handover: Handover, _ error: Failure) {
    state.withLock { $0 = .waiting(handover) }
    if hasLostTrigger.load(ordering: .sequentiallyConsistent) { return RunningSources.end(chain, after: observer) }
    errors.send(error)
  }

  @inlinable
  func goOn() {
    let handover = state.withLock { state in
      guard case .waiting(let handover) = state else { return nil as Handover? }
      state = .running
      return handover
    }
    if let handover, handover.isSecond() { run() }
  }

  @inlinable
  func loseTrigger() {
    hasLostTrigger.store(true, ordering: .sequentiallyConsistent)
    let isWaiting = state.withLock { if case .waiting = $0 { true } else { false } }
    if isWaiting { RunningSources.end(chain, after: observer) }
  }
}
