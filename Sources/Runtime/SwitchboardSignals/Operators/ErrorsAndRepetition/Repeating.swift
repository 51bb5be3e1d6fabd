import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes again when the signal fails, at most `count` times. Passes on the last error.
  ///
  /// A failed source is disposed before the next subscription. When an attempt fails inside its subscription, the next
  /// attempt follows without recursion. The subscription keeps the source alive, even a subject, until the last
  /// attempt. Cost: one call per value; per attempt a subscription.
  ///
  /// A signal that has ended for all subscribers does not begin anew: a subject, or a signal of
  /// ``SignalProtocol/share(replay:fileID:line:)`` or a ``MulticastConnection``. Each attempt gets what the signal
  /// replays and the same error again, and the source of the shared signal is not reached. To begin anew, retry before
  /// sharing: `request.retry(3).share()`.
  ///
  /// - Parameter count: How many attempts may follow the first: 2 makes at most three subscriptions, and 0 one.
  /// - Precondition: `count` is not negative.
  public func retry(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot retry a negative number of times; use 0 or more")
    return again(atMost: count == .max ? count : count + 1) { $0.isError }
  }

  /// Subscribes again whenever the signal fails, without end. See ``retry(_:)``.
  ///
  /// On a subject or after ``SignalProtocol/share(replay:fileID:line:)``, the attempts follow each other without a
  /// pause until the subscription is disposed: the call to `subscribe` or `send` does not return. Write
  /// `request.retry().share()`.
  public func retry() -> Signal<Value, Failure> { again(atMost: .max) { $0.isError } }

  /// Subscribes again when the signal completes, until there have been `count` subscriptions in all. If `count` is 0,
  /// completes immediately.
  ///
  /// An error ends the repetition. See ``retry(_:)`` for cost, recursion, and shared signals: write
  /// `request.repeat(3).share()`.
  ///
  /// - Parameter count: How many subscriptions are made in all: 3 makes three, and 0 none.
  /// - Precondition: `count` is not negative.
  public func `repeat`(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot repeat a negative number of times; use 0 or more")
    if count == 0 { return .empty() }
    return again(atMost: count) { !$0.isError }
  }

  /// Subscribes again whenever the signal completes, without end. See ``retry()`` for shared signals.
  public func `repeat`() -> Signal<Value, Failure> { again(atMost: .max) { !$0.isError } }

  /// Subscribes again on `scheduler`, `delay` after an error, at most `count` times. Passes on the error of the last
  /// attempt.
  ///
  /// The failed subscription has ended before the next subscription begins. With a delay of zero or less, subscribes
  /// again at the scheduler's next turn; the stack does not grow, whatever the source does. If the scheduler is
  /// deallocated, the subscription ends without an event.
  ///
  /// The subscription keeps the source alive, in order to subscribe to it again. A subscription to a subject therefore
  /// ends by disposal or by the subject's terminal event, but not when all other references to the subject are
  /// released. A shared signal does not begin anew: see ``retry(_:)``.
  ///
  /// Cost: nothing per value.
  ///
  /// - Parameters:
  ///   - count: How many attempts may follow the first. Without it, there is no limit.
  ///   - delay: The time from the error to the next subscription. Not waited for if zero or less.
  ///   - scheduler: Measures the delay. The attempts after the first subscribe there.
  /// - Precondition: `count` is not negative.
  public func retry(
    _ count: Int = .max, after delay: Duration, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(count >= 0, "cannot retry a negative number of times; use 0 or more")
    return resubscribing(count, .constant(delay), on: scheduler) { $0.isError }
  }

  /// Subscribes again on `scheduler`, `delay` after completion, until there have been `count` subscriptions in all. If
  /// `count` is 0, completes immediately. Passes an error on.
  ///
  /// See ``retry(_:after:on:)``.
  ///
  /// - Parameters:
  ///   - count: How many subscriptions are made in all. Without it, there is no limit.
  ///   - delay: The time from completion to the next subscription. Not waited for if zero or less.
  ///   - scheduler: Measures the delay. The subscriptions after the first are made there.
  /// - Precondition: `count` is not negative.
  public func `repeat`(
    _ count: Int = .max, after delay: Duration, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(count >= 0, "cannot repeat a negative number of times; use 0 or more")
    if count == 0 { return .empty() }
    let times = count == .max ? count : count - 1
    return resubscribing(times, .constant(delay), on: scheduler) { !$0.isError }
  }

  /// - Parameter isWanted: Returns whether to subscribe again after a terminal event.
  func again(
    atMost limit: Int, _ isWanted: @escaping @Sendable (Terminal) -> Bool
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attach: { sink, chain in
      /// Subscribes in a loop for as long as the source ends inside its subscription.
      @Sendable func run(from first: Int) {
        var attempt = first
        while !chain.isDisposed {
          let number = attempt
          // The last attempt does not keep the source alive, because the source is not subscribed to again.
          if number == limit { return source.attach(sink, chain) }
          let handover = Flag()
          let branch = chain.branch()
          source.attach(
            Sink(
              value: sink.value,
              terminal: { terminal in
                branch.leave(chain)
                if chain.isDisposed { return }
                guard isWanted(terminal) else { return sink.terminal(terminal) }
                if handover.isSecond() { run(from: number + 1) }
              }), branch)
          guard handover.isSecond() else { return }
          attempt += 1
        }
      }
      run(from: 1)
    })
  }

  func resubscribing(
    _ times: Int, _ backoff: Backoff, on scheduler: Scheduler,
    _ isWanted: @escaping @Sendable (Terminal) -> Bool
  ) -> Signal<Value, Failure> {
    let source = signal
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let attempts = SerialState(Attempts(left: times, backoff, none: Probe.holding(for: chain)))
      // Without the work, nothing subscribes again. Other code, such as a bag, may keep the chain.
      let hold = SinkHold { [weak chain] in chain?.isLetGo() }
      @Sendable func restart(_ value: Value) {
        attempts.value.restart(left: times)
        sink.value(value)
      }
      let send = backoff.restartsAfterValue ? restart : sink.value
      @Sendable func subscribe(_ again: @escaping @Sendable (Duration) -> Void) {
        keepAlive(hold)
        if chain.isDisposed { return }
        let (branch, attempt) = (chain.branch(), attempts.value)
        attempt.attach {
          source.attach(
            Sink(
              value: send,
              terminal: { terminal in
                branch.leave(chain)
                if attempts.value.left == 0 || !isWanted(terminal) { return sink.terminal(terminal) }
                again(attempts.value.wait())
              }), branch)
        }
      }
      let work = RecursiveWork(scheduler, subscribe)
      // Weak: if the scheduler is deallocated and drops its work, nothing else may keep the sink alive.
      chain.add(ActionDisposable { [weak work] in work?.dispose() })
      work.begin()
    })
  }
}

/// The attempts of one subscription. In traces, the end of an attempt is the cause of the next attempt.
private struct Attempts {
  var left: Int
  private var delays: Backoff.Delays
  private let none: Probe.Held
  private var held: Probe.Held

  init(left: Int, _ backoff: Backoff, none: Probe.Held) {
    (self.left, delays, self.none, held) = (left, Backoff.Delays(backoff), none, none)
  }

  /// Counts an attempt that follows. Returns the time until it begins.
  mutating func wait() -> Duration {
    left -= 1
    held = Probe.held(none)
    return delays.next()
  }

  mutating func restart(left: Int) {
    self.left = left
    delays.restart()
  }

  func attach(_ attach: () -> Void) {
    let release = Probe.released(held)
    attach()
    Probe.ended(release)
  }
}

extension Terminal {
  /// Whether this terminal event is an error; otherwise it is completion.
  var isError: Bool { if case .error = self { true } else { false } }
}
