public import SwitchboardBroadcast
public import Synchronization

/// The number of sources of a joining operator that may still send.
@usableFromInline
final class RunningSources: Sendable {
  @usableFromInline let count: Atomic<Int>
  @usableFromInline let hasLost = Atomic<Bool>(false)
  @usableFromInline init(_ count: Int) { self.count = Atomic(count) }

  /// Counts another source. The caller is itself a running source, so the count is not zero.
  @inlinable func oneMore() { count.add(1, ordering: .relaxed) }

  /// Counts a source that sends no more. Returns whether this source was the last.
  @inlinable func oneLess() -> Bool { count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

  /// Counts a source that has ended without a terminal event. Returns whether this source was the last.
  @usableFromInline
  func oneWasLost() -> Bool {
    hasLost.store(true, ordering: .releasing)
    return oneLess()
  }

  /// Ends `observer` if an error came or if the last of the sources has completed. If another source ended without a
  /// terminal event, the last completion ends `chain` without an event instead.
  @inlinable
  func oneEnded<Value>(_ terminal: Terminal, _ observer: Observer<Value, any Error>, _ chain: Chain?) {
    switch terminal {
    case .error(let error): observer.send(error: error)
    case .completed:
      guard oneLess() else { return }
      if hasLost.load(ordering: .acquiring) { Self.end(chain, after: observer) } else { observer.sendCompleted() }
    }
  }

  /// Ends `chain` without an event, after the events that `observer` has accepted.
  @inlinable
  static func end<Value>(_ chain: Chain?, after observer: Observer<Value, any Error>?) {
    guard let chain, !chain.isDisposed else { return }
    guard let observer else { return chain.dispose() }
    observer.broadcaster.terminate { [weak chain] _ in chain?.dispose() }
  }
}
