import Dispatch
public import SwitchboardBroadcast
import Synchronization

extension SignalProtocol {
  /// Subscribes with handlers that run on the main actor.
  ///
  /// An event sent on the main actor is handled at once, unless earlier ones are still on their way; any other is handed
  /// to the main queue. Order is kept. Who disposes on the main actor is not called any more, events on their way
  /// included (R3).
  @discardableResult
  public func subscribe(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Value) -> Void = { _ in },
    onError: (@MainActor @Sendable (Failure) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil
  ) -> Subscription {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    var failed: (@Sendable (Failure) -> Void)?
    if let onError { failed = { error in MainActor.assumeIsolated { onError(error) } } }
    var completed: (@Sendable () -> Void)?
    if let onCompleted { completed = { MainActor.assumeIsolated { onCompleted() } } }
    signal.deliveredOnMainQueue.start(
      chain, { value in MainActor.assumeIsolated { onNext(value) } }, failed, completed)
    return chain
  }
}

extension Signal {
  fileprivate var deliveredOnMainQueue: Signal {
    Signal(attach: { sink, chain in
      let hop = MainQueueHop(site: chain.site)
      // The source ends as soon as it has sent its last event; the chain only when the main queue has handled it.
      let source = Branch(onLoss: { [weak chain] in
        guard let chain, !chain.isDisposed else { return }
        hop.perform { [weak chain] in chain?.dispose() }
      })
      chain.add(source)
      attach(
        Sink(
          value: { value in hop.perform { sink.value(value) } },
          terminal: { terminal in
            chain.remove(source)
            _ = source.finish()
            hop.perform { sink.terminal(terminal) }
          }),
        source)
    })
  }
}

/// Brings the events of one subscription to the main queue, in order.
private final class MainQueueHop: Sendable {
  /// Events that the main queue has not finished.
  private let pending = Atomic<Int>(0)
  /// Of the subscription, for traces.
  private let site: UInt32

  init(site: UInt32) { self.site = site }

  /// Called one call at a time, like every sink.
  func perform(_ event: @escaping @Sendable () -> Void) {
    if MainQueue.isCurrent, pending.load(ordering: .acquiring) == 0 { return event() }
    pending.add(1, ordering: .relaxed)
    let origin = SignalProbe.hopped(site)
    DispatchQueue.main.async {
      let arrival = SignalProbe.arrived(origin)
      event()
      SignalProbe.landed(arrival)
      self.pending.subtract(1, ordering: .releasing)
    }
  }
}

/// Asks for the queue, not for the thread: where `dispatchMain()` runs it, as in every program with an asynchronous `main`
/// on Linux, the main actor works on whatever thread comes.
private enum MainQueue {
  private static let mark = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
