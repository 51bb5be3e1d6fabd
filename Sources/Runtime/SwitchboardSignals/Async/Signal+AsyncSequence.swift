public import SwitchboardBroadcast

extension Signal {
  /// Sends the elements of `sequence`, then completes, or fails with the error that `sequence` throws.
  ///
  /// Each subscription makes its own iterator and reads the iterator in its own task. The end of the subscription
  /// cancels the task. If `sequence` can be read only once, like an `AsyncStream`, each element goes to only one of the
  /// subscriptions. The task requests the next element after the handlers of the previous element have returned.
  ///
  /// Values arrive one at a time on threads of the concurrency runtime; `deliver(on:)` moves them to a scheduler. No
  /// thread waits. The task keeps the sequence until the sequence ends or reacts to the cancellation. The handlers are
  /// released as soon as the subscription ends (promise R9).
  ///
  /// Cost: a task for each subscription, and one send through an observer per value. Source: RxSwift asObservable.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to read. Each subscription makes an iterator.
  ///   - priority: The priority of the tasks. If nil, each task inherits the priority of the subscribing code.
  @inlinable
  public init<Elements: AsyncSequence & Sendable>(_ sequence: Elements, priority: TaskPriority? = nil)
  where Elements.Element == Value, Elements.Failure == Failure {
    self = .running(priority) { (observer, chain, origin) async throws(Failure) in
      var iterator = sequence.makeAsyncIterator()
      while let element = try await iterator.next(isolation: nil) {
        if observer.isDisposed { break }
        Self.arrive(for: chain, &origin) { observer.send(element) }
      }
      return nil
    }
  }

  /// Runs `operation` in a task for each subscription. Sends the result and completes, or fails with the error that
  /// `operation` throws.
  ///
  /// ```swift
  /// let profile = Signal.task { () async throws(NetworkError) in try await server.profile() }
  /// profile.retry(2).subscribe { show($0) }
  /// ```
  /// Disposing the subscription cancels the task, and no later event reaches the handlers (promise R3). Events arrive
  /// on a thread of the concurrency runtime. Source: RxSwift Single.create; Combine Future, which runs once for all
  /// subscriptions.
  ///
  /// Cost: a task for each subscription.
  ///
  /// - Parameters:
  ///   - priority: The priority of the tasks. If nil, each task inherits the priority of the subscribing code.
  ///   - operation: The work. Called once for each subscription, on a thread of the concurrency runtime.
  @inlinable
  public static func task(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws(Failure) -> Value
  ) -> Signal {
    running(priority) { (_, _, _) async throws(Failure) in try await operation() }
  }

  /// Returns a signal whose subscriptions each run `body` in a task, send the value that `body` returns, if any, and
  /// complete.
  ///
  /// - Parameter body: Receives the observer to which it sends. For traces, `body` also receives the chain and the
  ///   origin of the task's next event.
  @inlinable
  static func running(
    _ priority: TaskPriority?,
    _ body:
      @escaping @Sendable (
        Observer<Value, Failure>, Chain, inout Probe.Origin
      ) async throws(Failure) -> Value?
  ) -> Signal {
    Signal(attach: { sink, chain in
      if chain.isDisposed { return }
      let observer = Observer<Value, Failure>(sink, nil, partOf: chain)
      let start = Probe.hopped(nextOf: chain)
      let end = TaskEnd(of: chain)
      let task = Task(priority: priority) {
        if observer.isDisposed { return }
        var origin = start
        do throws(Failure) {
          let last = try await body(observer, chain, &origin)
          end.isReached()
          arrive(for: chain, &origin) {
            if let last { observer.send(last) }
            observer.sendCompleted()
          }
        } catch {
          end.isReached()
          arrive(for: chain, &origin) { observer.send(error: error) }
        }
      }
      chain.add(ActionDisposable { if end.isDemanded() { task.cancel() } })
    })
  }

  /// Runs `event`, traced as a consequence of `origin`. Then sets `origin` so that the next event is traced as a
  /// consequence of this event, because the task requests the next element only after this event.
  @inlinable @inline(__always)
  static func arrive(for chain: Chain, _ origin: inout Probe.Origin, _ event: () -> Void) {
    SignalProbe.hops(for: chain, 1)
    let arrival = Probe.arrived(origin)
    event()
    if !chain.isDisposed { origin = Probe.hopped(chain.site, inChain: true) }
    Probe.ended(arrival)
    SignalProbe.hops(for: chain, -1)
  }
}
