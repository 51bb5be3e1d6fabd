internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// A delivery that goes on after each asynchronous handler, without a task.
final class RemoteDelivery: Sendable {
  private struct State {
    var next = 0
    var isHandled = false
    var failures: [EventFailure] = []
    var trace = Probe.OfDelivery()

    mutating func note(_ outcome: HandlingOutcome) {
      switch outcome {
      case .abandoned: return
      case .handled: break
      case .failed(let failure): failures.append(failure)
      }
      isHandled = true
    }
  }
  private let core: BusCore
  private let steps: [DeliveryStep]
  private let waits: Bool
  private let scheduler: Scheduler
  private let fileID: StaticString
  private let line: UInt32
  private let done: @Sendable (RemoteOutcome) -> Void
  /// Only one thread at a time takes steps; the lock hands the state over.
  private let state = Lock(State())

  init(
    _ core: BusCore, _ steps: [DeliveryStep], _ waits: Bool, _ scheduler: Scheduler, _ fileID: StaticString,
    _ line: UInt32, _ done: @escaping @Sendable (RemoteOutcome) -> Void
  ) {
    (self.core, self.steps, self.waits, self.scheduler) = (core, steps, waits, scheduler)
    (self.fileID, self.line, self.done) = (fileID, line, done)
  }

  func go() {
    var state = state.withLock { $0 }
    // Any handler of the audience may borrow the delivery, so the frame has no limit.
    var frame = DispatchFrame(limit: .max)
    while state.next < steps.count, !frame.isCancelled {
      let step = steps[state.next]
      state.next += 1
      guard step.isDue else { continue }
      Probe.reached(step.subscription, &state.trace, fileID, line)
      switch step.action {
      case .attempt(let body):
        var outcome = HandlingOutcome.abandoned
        unsafe DispatchFrame.enter(&frame) { outcome = body() }
        state.note(outcome)
        if !waits, let failure = state.failures.popLast() { core.report(failure) }
      case .post(let body):
        let future = body()
        if !waits {
          future.whenDone { [core] in if let failure = $0.failure { core.report(failure) } }
          state.isHandled = true
          continue
        }
        Probe.paused(&state.trace, fileID, line)
        let paused = state
        self.state.withLock { $0 = paused }
        let context = RemoteContext.current
        future.whenDone { outcome in
          self.scheduler.perform {
            self.state.withLock {
              $0.note(outcome)
              Probe.resumed(&$0.trace)
            }
            RemoteContext.$current.withValue(context) { self.go() }
          }
        }
        return
      }
    }
    Probe.ended(&state.trace)
    done(state.isHandled ? .handled(state.failures) : .unheard)
  }
}
