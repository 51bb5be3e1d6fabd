public import SwitchboardBroadcast
public import Synchronization

extension SignalProtocol {
  /// Sends the values of both signals as they come; completes when both have, fails when one does. If one
  /// dies without a terminal event, ends without one when the other has ended.
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
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      let running = RunningSources(sources.count)
      for source in sources {
        if observer.isDisposed { return }
        let sourceChain = Branch(onLoss: { [weak observer, weak chain] in
          if running.oneWasLost() { RunningSources.end(chain, after: observer) }
        })
        chain.add(sourceChain)
        source.attach(
          Sink(
            value: { observer.send($0) },
            terminal: { terminal in
              chain.remove(sourceChain)
              _ = sourceChain.finish()
              switch terminal {
              case .error(let error): observer.send(error: error)
              case .completed:
                switch running.oneCompleted() {
                case .others: break
                case .allCompleted: observer.sendCompleted()
                case .someWereLost: RunningSources.end(chain, after: observer)
                }
              }
            }),
          sourceChain)
      }
    })
  }
}

/// How many sources of a joining operator may still send.
@usableFromInline
final class RunningSources: Sendable {
  @usableFromInline let count: Atomic<Int>
  @usableFromInline let hasLost = Atomic<Bool>(false)
  @inlinable init(_ count: Int) { self.count = Atomic(count) }

  @usableFromInline
  enum Rest {
    case others
    case allCompleted
    /// None is left, but not all completed: some died.
    case someWereLost
  }

  @inlinable
  func oneCompleted() -> Rest {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue > 0 { return .others }
    return hasLost.load(ordering: .acquiring) ? .someWereLost : .allCompleted
  }

  /// Whether it was the last.
  @inlinable
  func oneWasLost() -> Bool {
    hasLost.store(true, ordering: .releasing)
    return count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }

  /// Ends `chain` without an event, behind what `observer` has accepted.
  @inlinable
  static func end<Value, Failure>(_ chain: Chain?, after observer: Observer<Value, Failure>?) {
    guard let chain, !chain.isDisposed else { return }
    guard let observer else { return chain.dispose() }
    observer.broadcaster.terminate { [weak chain] _ in chain?.dispose() }
  }
}
