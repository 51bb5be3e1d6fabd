public import SwitchboardBroadcast

extension Signal {
  /// Sends the elements of `sequence`, then completes, or fails with what it throws.
  ///
  /// Each subscription makes an iterator of its own and reads it in a task of its own, which it cancels when it ends. A sequence
  /// that can be read only once, such as an `AsyncStream`, gives each element to one of its subscriptions. The next element is
  /// asked for when the handlers of the one before have returned.
  ///
  /// Values come on threads of the concurrency runtime, one at a time; ``deliver(on:)`` brings them elsewhere. No thread waits.
  /// The task, and so the sequence, lasts until the sequence ends or heeds the cancellation; handlers are released at once (R9).
  ///
  /// Cost: a task for each subscription, and one send through an observer per value. Source: RxSwift asObservable.
  ///
  /// - Parameter priority: That of the tasks; nil: of whoever subscribes.
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

  /// Runs `operation` in a task for each subscription, sends what it returns and completes, or fails with what it throws.
  ///
  /// ```swift
  /// let profile = Signal.task { () async throws(NetworkError) in try await server.profile() }
  /// profile.retry(2).subscribe { show($0) }
  /// ```
  /// Disposing the subscription cancels the task, and silences it at once. The event comes on a thread of the concurrency
  /// runtime. Source: RxSwift Single.create, Combine Future, which runs once for all.
  ///
  /// Cost: a task for each subscription.
  ///
  /// - Parameter priority: That of the tasks; nil: of whoever subscribes.
  @inlinable
  public static func task(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws(Failure) -> Value
  ) -> Signal {
    running(priority) { (_, _, _) async throws(Failure) in try await operation() }
  }

  /// A signal whose subscriptions each run `body` in a task, send what it returns, if anything, and complete.
  ///
  /// - Parameter body: Gets where to send to; and for traces the chain, and where the task's next event comes from.
  @inlinable
  static func running(
    _ priority: TaskPriority?,
    _ body:
      @escaping @Sendable (
        Observer<Value, Failure>, Chain, inout EventOrigin
      ) async throws(Failure) -> Value?
  ) -> Signal {
    Signal(attach: { sink, chain in
      if chain.isDisposed { return }
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      var start = noOrigin()
      SignalProbe.goesOn(chain, &start)
      let end = TaskEnd(of: chain)
      let task = Task(priority: priority) { [start] in
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

  /// Runs `event` as what `origin` led to, and leads to what comes next: it comes because it is asked for.
  @inlinable @inline(__always)
  static func arrive(for chain: Chain, _ origin: inout EventOrigin, _ event: () -> Void) {
    SignalProbe.departed(for: chain)
    let arrival = SignalProbe.arrived(origin)
    event()
    SignalProbe.goesOn(chain, &origin)
    SignalProbe.ended(arrival)
    SignalProbe.landed(for: chain)
  }
}
