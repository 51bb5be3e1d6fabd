internal import Dispatch
import Foundation
import SwitchboardBroadcast
import SwitchboardBus
import Synchronization

/// The signals of the process and the claims to them. There is one instance, because the process has one action for
/// each signal.
///
/// While a signal is claimed, its action writes the number of the signal into a pipe, which a queue reads. A dispatch
/// source for signals would not do. On Linux, Dispatch blocks the signal in each thread that a signal interrupts, for
/// good, and reads the signals that the threads block. So after the claim, the action that the program sets would miss
/// most signals.
final class SignalSources: Sendable {
  static let shared = SignalSources()

  private struct Slot {
    let claim: SignalClaim
    /// The action of the signal before the claim.
    let before: SignalAction
  }

  private let slots = Lock<[ProcessSignal: Slot]>([:])
  /// The queue on which events are dispatched. The pipe is read on a different queue, so that a handler may wait for
  /// the reading.
  private let queue = DispatchQueue(label: "switchboard.process")
  private let readQueue = DispatchQueue(label: "switchboard.process.signals")
  private let source: SignalPipe.Source

  init() {
    source = SignalPipe.makeSource(on: readQueue)
    source.value.setEventHandler { [weak self] in self?.read() }
    source.value.activate()
  }

  /// Claims the signals of `claim`. If another claim has one of the signals, claims none and returns that signal.
  func begin(_ claim: SignalClaim) -> ProcessSignal? {
    // A signal that an earlier claim has not read yet belongs to that claim.
    readQueue.sync { read() }
    // Only system calls happen under the lock: no user code runs (promise R4).
    return slots.withLock { slots in
      let taken = ProcessSignal.allCases.first { claim.signals.contains($0) && slots[$0] != nil }
      if let taken { return taken }
      for signal in claim.signals { slots[signal] = Slot(claim: claim, before: SignalPipe.hear(signal)) }
      return nil
    }
  }

  func end(_ claim: SignalClaim) {
    if claim.isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    // This releases no last reference under the lock: the caller holds the claim.
    slots.withLock { slots in
      for signal in claim.signals {
        guard let slot = slots[signal], slot.claim === claim else { continue }
        if SignalPipe.hears(signal) { slot.before.set(for: signal) }
        slots[signal] = nil
      }
    }
  }

  /// Hands the signals that the pipe holds to their claims. Called on `readQueue`.
  private func read() {
    let counts = SignalPipe.read()
    if counts.isEmpty { return }
    let claims = slots.withLock { $0.mapValues(\.claim) }
    for signal in ProcessSignal.allCases {
      guard let count = counts[signal.number], let claim = claims[signal] else { continue }
      queue.async { claim.hear(signal, count) }
    }
  }
}

extension SignalClaim {
  fileprivate func hear(_ signal: ProcessSignal, _ count: Int) {
    if isOver.load(ordering: .acquiring) { return }
    bus.dispatch(ProcessEvent(signal, count: count), fileID: "ProcessLifecycle", line: 0)
  }
}

/// What the process does when it receives a signal.
private struct SignalAction: @unchecked Sendable {
  // Sound: a plain value; the address of the handler is only passed on to the system.
  private var action = sigaction()

  /// The present action of `signal`.
  init(of signal: ProcessSignal) { unsafe sigaction(signal.number, nil, &action) }

  func set(for signal: ProcessSignal) {
    var action = action
    unsafe sigaction(signal.number, &action, nil)
  }

  /// The address of the handler, which is the first field on all systems, under different names.
  var handler: Int { unsafe withUnsafeBytes(of: action) { unsafe $0.load(as: Int.self) } }
}

/// The pipe that carries the numbers of signals out of the signal action, which may call hardly any function.
private enum SignalPipe {
  struct Source: @unchecked Sendable {
    // Sound: a dispatch source may be used from any thread.
    let value: any DispatchSourceRead
  }

  private static let ends: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    unsafe require(pipe(&ends) == 0, "cannot make the pipe for signals; the process may have no free file descriptor")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()
  /// The process that made the pipe. A child process between `fork` and `exec` has the pipe and the actions too.
  private static let process = getpid()

  static func makeSource(on queue: DispatchQueue) -> Source {
    Source(value: DispatchSource.makeReadSource(fileDescriptor: ends.read, queue: queue))
  }

  /// Makes the pipe receive `signal`. Returns the action that the signal had.
  static func hear(_ signal: ProcessSignal) -> SignalAction {
    let before = SignalAction(of: signal)
    // The signal action must not be the first to read these.
    _ = (ends, process)
    Foundation.signal(signal.number, handler)
    return before
  }

  /// Whether the pipe receives `signal`. False if other code has set another action.
  static func hears(_ signal: ProcessSignal) -> Bool {
    unsafe SignalAction(of: signal).handler == unsafeBitCast(handler, to: Int.self)
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    let error = errno
    if getpid() == process {
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(ends.write, &byte, 1)
    }
    errno = error
  }

  /// Returns how often each signal has come since the last call, by the number of the signal.
  static func read() -> [Int32: Int] {
    var counts: [Int32: Int] = [:]
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { bytes in
      while true {
        let count = unsafe Foundation.read(ends.read, bytes.baseAddress, bytes.count)
        if count <= 0 { return }
        for index in 0..<count { counts[Int32(unsafe bytes[index]), default: 0] += 1 }
      }
    }
    return counts
  }
}
