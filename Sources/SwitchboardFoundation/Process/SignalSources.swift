internal import Dispatch
import Foundation
import SwitchboardBroadcast
import SwitchboardBus
import Synchronization

/// The signals of the process and the claims to them. There is one instance, because the process has one action for
/// each signal.
///
/// A signal gets its dispatch source at its first claim, and keeps the source. On Linux, Dispatch sets the signal
/// action that feeds its sources only when the first source of a signal is made. So that action is stored, and set
/// again at the next claim. On Darwin, sources also receive signals that the process ignores.
final class SignalSources: Sendable {
  static let shared = SignalSources()

  private struct State {
    var slots: [ProcessSignal: SignalSlot] = [:]
  }

  private let state = Lock(State())
  /// The queue on which events are dispatched. The queue of a source is a different one: a handler may make the first
  /// claim of another signal, and that claim waits for the other signal's source.
  private let queue = DispatchQueue(label: "switchboard.process")

  /// Claims the signals of `claim`. If another claim has one of the signals, claims none and returns that signal.
  func begin(_ claim: SignalClaim) -> ProcessSignal? {
    // Only system calls and the creation of sources happen here: no user code runs (promise R4), and nothing waits for
    // `queue`.
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
        // This releases no last reference under the lock: the caller holds the claim.
        slot.claim.withLock { $0 = nil }
      }
    }
  }
}

/// One signal, its dispatch source and its current claim.
private final class SignalSlot: @unchecked Sendable {
  // Sound: `claim` has its own lock, the actions are under the lock of `SignalSources`, the source is constant.
  let claim = Lock<SignalClaim?>(nil)
  private let signal: ProcessSignal
  private let source: any DispatchSourceSignal
  /// The action of the signal while the signal is claimed. Nil before the first claim.
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

  /// Returns the address of the handler. The handler is the first field on all systems, under different names.
  private func handler(_ action: sigaction) -> Int { withUnsafeBytes(of: action) { $0.load(as: Int.self) } }
}

extension SignalClaim {
  fileprivate func hear(_ signal: ProcessSignal, _ count: Int) {
    if !isOver.load(ordering: .acquiring) { bus.dispatch(ProcessEvent(signal, count: count)) }
  }
}
