#if Tracing
  internal import CSwitchboardTracing
  public import SwitchboardBroadcast
  internal import SwitchboardTracing
#endif

/// The reports that only this target makes, of the work for chains and of owners. ``Probe``, in the folder
/// `SwitchboardBroadcast/Probe`, has all others. Without the `Tracing` trait every function is empty.
@usableFromInline
enum SignalProbe {
  #if Tracing
    /// The source line at which a lifetime was made. The line identifies the class of the owner.
    struct OfLifetime: Sendable {
      let site: UInt32
      init(fileID: StaticString, line: UInt32) { site = Probe.site(fileID, line) }
    }
    /// The leak check whose code made a subscription; 0: none.
    @usableFromInline typealias Check = UInt32
  #else
    typealias OfLifetime = Nothing
    @usableFromInline typealias Check = Nothing

    @usableFromInline struct Nothing: Sendable {
      @inlinable init() {}
      @inlinable init(fileID: StaticString, line: UInt32) {}
    }
  #endif

  @inlinable @inline(__always)
  static func terminated(_ chain: Chain, _ terminal: Terminal) {
    #if Tracing
      if Probe.isRecording(), !chain.isDisposed { Probe.record(terminal.ending.rawValue, deliveredTo: chain) }
    #endif
  }

  /// Notes that one more action is on its way to a queue or to a task.
  @inline(__always) static func departed() {
    #if Tracing
      QueueHops.departed()
    #endif
  }

  /// Notes that an action has arrived on its queue or in its task.
  @inline(__always) static func arrived() {
    #if Tracing
      QueueHops.arrived()
    #endif
  }

  /// Notes that `change` more events are on their way to a task. Counts only for subscriptions of leak checks, because
  /// no code knows whether a task ever runs.
  @inlinable @inline(__always) static func hops(for chain: Chain, _ change: Int) {
    #if Tracing
      countHops(for: chain, change)
    #endif
  }

  /// Notes that `change` more tasks have to end: they were told to, or the values that they read have ended. A task
  /// counts until it releases its subscription, because it is then practically over.
  @inlinable @inline(__always) static func countTasks(_ check: Check, _ change: Int) {
    #if Tracing
      TaskEnd.count(change, for: check)
    #endif
  }

  @inlinable @inline(__always) static func check(of chain: Chain) -> Check {
    #if Tracing
      return chain.leakCheck
    #else
      return Check()
    #endif
  }

  @inline(__always) static func ownerDied(_ probe: OfLifetime, bound: @autoclosure () -> Int) {
    #if Tracing
      guard Probe.isRecording() else { return }
      switchboard_trace_moment(
        UInt32(TraceKind.ownerDeinit.rawValue), 0, UInt64(bound()), switchboard_trace_mark(), probe.site)
    #endif
  }
}

#if Tracing
  extension SignalProbe {
    /// Returns `action`, which is on its way to a place, counted for the leak check of the code that sends it.
    static func counted(
      _ action: @escaping @Sendable () -> Void, to place: @autoclosure () -> String
    ) -> @Sendable () -> Void {
      guard switchboard_census_has_scopes() else { return action }
      let check = QueueHops.check == 0 ? CensusScope.current?.number ?? 0 : QueueHops.check
      if check == 0 { return action }
      let work = CountedWork(action, for: check, to: place())
      return { work.run() }
    }

    @usableFromInline static func countHops(for chain: Chain, _ change: Int) {
      if chain.leakCheck == 0 { return }
      let place = "the task of the subscription made at \(TraceNames.site(chain.site))"
      QueueHops.count(change, for: chain.leakCheck, place)
    }
  }
#endif
