public import Synchronization

extension SignalProtocol {
  /// Sends the values of both signals as they come; completes when both have, fails when one does.
  ///
  /// Serial, whatever threads the two send on (R6), and no lock is held while a handler runs (R4). If the first fails
  /// while it is subscribed to, the second never is. Source: RACSignal merge.
  ///
  /// Cost: one send through an observer per value.
  @inlinable
  public func merge<Other: SignalProtocol>(with other: Other) -> Signal<Value, Failure>
  where Other.Value == Value, Other.Failure == Failure {
    let sources = [signal, other.signal]
    return Signal(attach: { sink, chain in
      let observer = Observer(sink)
      chain.add(observer.subscriber)
      let running = RunningSources(sources.count)
      for source in sources {
        if observer.isDisposed { return }
        let sourceChain = Chain()
        chain.add(sourceChain)
        source.attach(
          Sink(
            value: { observer.send($0) },
            terminal: { terminal in
              chain.remove(sourceChain)
              _ = sourceChain.finish()
              switch terminal {
              case .error(let error): observer.send(error: error)
              case .completed: if running.oneCompleted() { observer.sendCompleted() }
              }
            }),
          sourceChain)
      }
    })
  }
}

/// How many sources of a joining operator have not completed.
@usableFromInline
final class RunningSources: Sendable {
  @usableFromInline let count: Atomic<Int>
  @inlinable init(_ count: Int) { self.count = Atomic(count) }

  /// Whether it was the last.
  @inlinable func oneCompleted() -> Bool { count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
