import SwitchboardBroadcast

extension SignalProtocol {
  /// Shares one subscription, and keeps it for `timeout` after the last subscriber has left. All subscribers of the
  /// returned signal share it; late subscribers first get the last `capacity` values.
  ///
  /// A subscriber that comes within the time finds the same subscription and the same kept values, so that a change of
  /// screens need not connect anew. After the time, the subscription is disposed and the kept values are released
  /// (promise R9); the next subscriber begins anew, with nothing to replay. With a timeout of zero or less, the
  /// subscription lasts until the scheduler's next turn.
  ///
  /// After completion or an error, which all subscribers get, the next subscriber begins anew too, and the kept values
  /// are released. So the returned signal may be retried, unlike that of
  /// ``SignalProtocol/share(replay:fileID:line:)``: the subscribers that retry share the next subscription.
  ///
  /// The time is waited for only while the returned signal is kept, because without it no subscriber can come: then the
  /// last subscriber that leaves ends the subscription. The deallocation of the scheduler ends the wait.
  ///
  /// Cost: that of ``SignalProtocol/share(replay:fileID:line:)``, and a timer each time the last subscriber leaves.
  ///
  /// Source: Kotlin `shareIn` with `WhileSubscribed(stopTimeoutMillis)`, RxJava `refCount(timeout)`.
  ///
  /// - Parameters:
  ///   - capacity: How many values are kept for later subscribers. Without a number, none.
  ///   - timeout: How long the subscription lasts without subscribers.
  ///   - scheduler: Measures the time. The subscription is disposed there.
  public func share(
    replay capacity: Int = 0, keepingConnected timeout: Duration, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    let keeping = KeepingConnected(timeout: timeout, scheduler: scheduler.worker)
    return MulticastConnection(signal, keeping: keeping, fileID: fileID, line: line) {
      SharedSubject(own: ReplaySubject<Value, Failure>(capacity: capacity, fileID: fileID, line: line))
    }
    .autoconnect(fileID: fileID, line: line)
  }
}

/// What keeps a connection for a time after its last subscriber has left.
@usableFromInline
struct KeepingConnected: Sendable {
  let timeout: Duration
  let scheduler: Scheduler

  /// Counts out a subscriber that leaves, or waits in its place if it is the last one. Returns false, and does neither,
  /// if nothing is connected.
  func keep<Value, Failure>(
    _ record: RoundRecord, of connection: MulticastConnection<Value, Failure>, wasActive: Bool
  ) -> Bool {
    let wait = CompositeDisposable()
    guard let isLast = record.begin(wait, wasActive: wasActive) else { return false }
    if !isLast { return true }
    // Runs after the time, and also if the scheduler drops its work.
    let hold = SinkHold { [weak connection, weak wait] in
      guard let wait, record.finish(wait) else { return }
      if let connection { return connection.countOut(record, wasActive: false) }
      record.leave(wasActive: false, isFinal: true)?.dispose()
    }
    let work = RecursiveWork(scheduler) { _ in keepAlive(hold) }
    wait.add(work.handle)
    work.request(after: timeout)
    return true
  }
}
