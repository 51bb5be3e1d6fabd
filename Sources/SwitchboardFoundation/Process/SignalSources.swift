internal import Dispatch
import Foundation
import SwitchboardBroadcast
import SwitchboardBus
import Synchronization

/// The process's signals, and whom they belong to: the process has one action for each, so there is one of these.
///
/// A signal gets its dispatch source when it is first claimed, and keeps it. On Linux Dispatch sets the action that feeds its sources when the
/// first one of a signal is made, and only then; so that action is remembered, and set again for the next claim.
/// On Darwin sources hear of signals that are ignored.
final class SignalSources: Sendable {
  static let shared = SignalSources()

  private struct State {
    var slots: [ProcessSignal: SignalSlot] = [:]
  }

  private let state = Lock(State())
  /// Where events are dispatched. Not the sources' own queue: a handler may make the first claim of another signal, which waits for
  /// that one's source.
  private let queue = DispatchQueue(label: "switchboard.process")

  /// Returns who stands in the way, if somebody does.
  func begin(_ claim: SignalClaim) -> ProcessSignal? {
    // System calls and the making of sources only: no user code, and nothing that waits for the queue (R4).
    state.withLock { state in
      let taken = ProcessSignal.allCases.first { signal in
        claim.signals.contains(signal) && state.slots[signal]?.claim.withLock { $0 } != nil
      }
      if let taken { return taken }
      for signal in claim.signals {
        let slot = state.slots[signal] ?? SignalSlot(signal, queue)
        state.slots[signal] = slot
        slot.claim.withLock { $0 = claim }
        slot.activate()
      }
      return nil
    }
  }

  func end(_ claim: SignalClaim) {
    if claim.isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    state.withLock { state in
      for signal in claim.signals {
        guard let slot = state.slots[signal], slot.claim.withLock({ $0 === claim }) else { continue }
        slot.deactivate()
        // Not its last reference: the caller has one.
        slot.claim.withLock { $0 = nil }
      }
    }
  }
}

/// One signal.
private final class SignalSlot: @unchecked Sendable {
  // Sound: `claim` has its own lock, the actions are under that of `SignalSources`, the source is constant.
  let claim = Lock<SignalClaim?>(nil)
  private let signal: ProcessSignal
  private let source: any DispatchSourceSignal
  /// The action while somebody has the signal. Nil before the first time.
  private var hearing: sigaction?
  private var before = sigaction()

  init(_ signal: ProcessSignal, _ queue: DispatchQueue) {
    self.signal = signal
    source = DispatchSource.makeSignalSource(
      signal: signal.number, queue: DispatchQueue(label: "switchboard.process.\(signal)"))
    source.setEventHandler { [weak self] in
      guard let self else { return }
      let count = Int(source.data)
      queue.async { self.claim.withLock { $0 }?.hear(signal, count) }
    }
  }

  func activate() {
    sigaction(signal.number, nil, &before)
    if var hearing {
      sigaction(signal.number, &hearing, nil)
      return
    }
    #if canImport(Darwin)
      Foundation.signal(signal.number, SIG_IGN)
    #endif
    let isReady = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isReady.signal() }
    source.activate()
    isReady.wait()
    var now = sigaction()
    sigaction(signal.number, nil, &now)
    hearing = now
  }

  func deactivate() {
    var now = sigaction()
    sigaction(signal.number, nil, &now)
    guard let hearing, handler(now) == handler(hearing) else { return }
    sigaction(signal.number, &before, nil)
  }

  /// In all systems' structures the first thing, which is called differently in each.
  private func handler(_ action: sigaction) -> Int { withUnsafeBytes(of: action) { $0.load(as: Int.self) } }
}

extension SignalClaim {
  fileprivate func hear(_ signal: ProcessSignal, _ count: Int) {
    if !isOver.load(ordering: .acquiring) { bus.dispatch(ProcessEvent(signal, count: count)) }
  }
}
