#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardBroadcast
  internal import SwitchboardTracing

  /// The reports that only this target makes, of the work for chains and of owners. ``Probe``, in the folder
  /// `SwitchboardBroadcast/Probe`, has all others. Without the `Tracing` trait every function is empty; see below.
  @usableFromInline
  enum SignalProbe {
    /// The source line at which a lifetime was made. The line identifies the class of the owner.
    @usableFromInline
    struct OfLifetime: Sendable {
      let site: UInt32
      @usableFromInline init(fileID: StaticString, line: UInt32) {
        site = Probe.site(fileID, line)
      }
    }

    @inlinable
    static func terminated<Failure>(_ chain: Chain, _ terminal: Terminal<Failure>) {
      if switchboard_trace_is_recording(), !chain.isDisposed {
        Probe.record(terminal.ending.rawValue, deliveredTo: chain)
      }
    }

    static func departed() { QueueHops.departed() }
    static func landed() { QueueHops.arrived() }

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

    @usableFromInline static func scheduling(for chain: Chain?, _ body: () -> Void) {
      QueueHops.scheduling(for: chain, body)
    }

    /// Counts an event that is on its way to a task. Counts only for subscriptions of leak checks, because no code
    /// knows whether a task ever runs.
    @usableFromInline static func departed(for chain: Chain) { count(1, for: chain) }
    @usableFromInline static func landed(for chain: Chain) { count(-1, for: chain) }

    private static func count(_ more: Int, for chain: Chain) {
      if chain.leakCheck == 0 { return }
      let place = "the task of the subscription made at \(TraceNames.site(chain.site))"
      QueueHops.count(more, for: chain.leakCheck, place)
    }

    /// Counts a task that reads values and was told of their end. The count ends when the task releases its
    /// subscription, because the task is then practically over.
    @usableFromInline static func told(readerOf chain: Chain) { TaskEnd.count(1, for: chain.leakCheck) }
    @usableFromInline static func left(readerOf chain: Chain) { TaskEnd.count(-1, for: chain.leakCheck) }

    /// The leak check whose code made a subscription; 0: none.
    @usableFromInline typealias Check = UInt32
    @usableFromInline static func check(of chain: Chain) -> Check { chain.leakCheck }
    /// Counts a task that was told to end.
    static func told(_ check: Check) { TaskEnd.count(1, for: check) }

    static func ownerDied(_ probe: OfLifetime, bound: @autoclosure () -> Int) {
      guard switchboard_trace_is_recording() else { return }
      switchboard_trace_moment(
        UInt32(TraceKind.ownerDeinit.rawValue), 0, UInt64(bound()), switchboard_trace_mark(), probe.site)
    }
  }
#else
  /// The trace calls of this target. Every function is empty: the compiler removes the call and its arguments from the
  /// machine code.
  @usableFromInline
  enum SignalProbe {
    @usableFromInline
    struct Nothing: Sendable {
      // `TracingOff/erase.py` writes this call in place of the other.
      @inlinable init() {}
      @inlinable init(fileID: StaticString, line: UInt32) {}
    }
    @usableFromInline typealias OfLifetime = Nothing

    @inlinable @inline(__always) static func terminated<Failure>(_: Chain, _: Terminal<Failure>) {}
    @inlinable @inline(__always) static func departed() {}
    @inlinable @inline(__always) static func landed() {}
    @usableFromInline typealias Check = Nothing
    @inlinable @inline(__always) static func check(of _: Chain) -> Check { Check() }
    @inlinable @inline(__always) static func told(_: Check) {}
    @inlinable @inline(__always) static func departed(for _: Chain) {}
    @inlinable @inline(__always) static func landed(for _: Chain) {}
    @inlinable @inline(__always) static func told(readerOf _: Chain) {}
    @inlinable @inline(__always) static func left(readerOf _: Chain) {}
    @inlinable @inline(__always) static func ownerDied(_: OfLifetime, bound _: @autoclosure () -> Int) {}
  }
#endif
