import SwitchboardBroadcast
public import SwitchboardSignals

/// A scheduler whose clock moves only when a test advances it, so that tests do not wait for real time.
///
/// ```swift
/// import Switchboard
/// import SwitchboardTesting
///
/// let scheduler = TestScheduler()
/// let recorder = scheduler.record(scheduler.hotSignal([(.seconds(1), .value("a"))]).delay(.seconds(2), on: scheduler))
/// scheduler.advance(by: .seconds(3))
/// recorder.events   // 3.0 seconds: value(a)
/// ```
/// Work runs on the thread that advances the clock, in the order of its due times, first in first out among equal
/// times. So the order is the same in each run of a test. No work runs inside the call that schedules it. Work may
/// schedule further work, and may advance the clock. The clock does not go back.
///
/// The deallocation of the scheduler drops its work without running it. Work that operators schedule on it later is
/// dropped too.
///
/// Needs the product `SwitchboardTesting`, and no trait.
///
/// Cost: O(log work) to schedule. Threading: work may be scheduled from any thread; only one thread at a time should
/// advance the clock.
///
/// Source: RACTestScheduler, whose clock is the real one.
public final class TestScheduler: Scheduler, @unchecked Sendable {
  // Sound: its one property is constant.
  let time = VirtualTime()

  /// Makes a scheduler whose clock shows zero.
  public override init() {
    super.init()
    operatorsKeep(time)
  }

  deinit { time.close() }

  /// The virtual time that has passed since the scheduler was made.
  public override var now: Duration { time.now }

  /// The number of pieces of work, with disposed work that has not been removed yet.
  package var workCount: Int { time.count }

  /// Schedules `action` for the present virtual time. The action runs when the clock is next advanced, even by zero,
  /// and not inside this call.
  ///
  /// - Parameter action: The work. It runs on the thread that advances the clock.
  public override func perform(_ action: @escaping @Sendable () -> Void) { time.perform(action) }

  /// Schedules `action` for `delay` after the present virtual time. Zero or less means the present time. Disposing the
  /// returned disposable removes the action. O(log work).
  ///
  /// - Parameters:
  ///   - delay: The virtual time until the work runs.
  ///   - action: The work. It runs on the thread that advances the clock.
  @discardableResult
  public override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    time.schedule(after: delay, action)
  }

  /// Moves the clock forward by `interval`, and runs the work that becomes due meanwhile, each piece at its time. An
  /// interval of zero runs the work that is due now. A negative interval does nothing.
  ///
  /// - Parameter interval: How far the clock moves.
  public func advance(by interval: Duration = .zero) { advance(to: now + min(interval, .latestVirtualTime)) }

  /// Moves the clock forward to `time`, and runs the work that is due up to and including `time`. Does nothing if
  /// `time` is past.
  ///
  /// - Parameter time: The time that the clock then shows.
  public func advance(to time: Duration) {
    let time = min(time, .latestVirtualTime)
    if time < now { return }
    while self.time.step(by: time) {}
    self.time.move(to: time)
  }

  /// Moves the clock forward until no work is left. The clock then shows the time of the last piece of work.
  ///
  /// - Parameter limit: The most pieces of work to run.
  /// - Precondition: There are at most `limit` pieces of work, including work that is scheduled meanwhile. Work that
  ///   repeats until it is disposed never ends: use ``advance(by:)``.
  public func run(limit: Int = 1_000_000) {
    require(limit >= 0, "cannot run a negative number of pieces of work; use 0 or more")
    for _ in 0..<limit where !time.step(by: nil) { return }
    require(
      !time.step(by: nil),
      "there is still work after \(limit) pieces, so some work repeats without end; use `advance(by:)`")
  }
}

/// An event with the virtual time of its arrival.
public struct TimedEvent<Value, Failure: Error> {
  /// The time on the clock of the scheduler, counted from the making of the scheduler.
  public let time: Duration
  /// The event that arrived.
  public let event: SignalEvent<Value, Failure>

  /// Makes an event that is expected at `time`.
  public init(_ time: Duration, _ event: SignalEvent<Value, Failure>) { (self.time, self.event) = (time, event) }
}

extension TimedEvent: Sendable where Value: Sendable {}
extension TimedEvent: Equatable where Value: Equatable, Failure: Equatable {}
extension TimedEvent: CustomStringConvertible {
  /// The time and the event, such as `3.0 seconds: value(a)`.
  public var description: String { "\(time): \(event)" }
}

extension TestScheduler {
  /// Returns a signal that sends each event at its time on this clock, with or without subscribers. Events whose time
  /// is past are sent at the next advance. The scheduler keeps the source of the signal alive.
  ///
  /// - Parameter events: The events, with their times on this clock.
  public func hotSignal<Value: Sendable, Failure: Error>(
    _ events: [(Duration, SignalEvent<Value, Failure>)], fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    let subject = PublishSubject<Value, Failure>(fileID: fileID, line: line)
    time.keep(subject)
    for (due, event) in events {
      time.schedule(after: max(due, now) - now) { subject.send(event, fileID: fileID, line: line) }
    }
    return subject.signal
  }

  /// Returns a signal that sends all events to each subscriber. The times are counted from the subscription. Without a
  /// terminal event, a subscription ends after the last event.
  ///
  /// - Parameter events: The events, with their times after the subscription.
  public func coldSignal<Value: Sendable, Failure: Error>(
    _ events: [(Duration, SignalEvent<Value, Failure>)]
  ) -> Signal<Value, Failure> {
    let time = time
    return Signal { observer in
      CompositeDisposable(
        events.map { delay, event in
          time.schedule(after: delay) { observer.send(event, fileID: "TestScheduler.coldSignal", line: 0) }
        })
    }
  }

  /// Subscribes to `signal` and records each event with its time.
  ///
  /// - Parameter signal: The signal to subscribe to, inside this call.
  public func record<Source: SignalProtocol>(
    _ signal: Source, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> TestRecorder<Source.Value, Source.Failure> {
    TestRecorder(signal, time, fileID: fileID, line: line)
  }
}

/// The events that a signal has sent, with their times. Made by ``TestScheduler/record(_:fileID:line:)``.
///
/// Threading: every member may be called from any thread, also while the signal sends.
public final class TestRecorder<Value: Sendable, Failure: Error>: Disposable {
  private let bag = CompositeDisposable()
  private let subscription: Subscription
  private let log: Log

  private final class Log: Sendable {
    let events = Lock<[TimedEvent<Value, Failure>]>([])
    func append(_ event: TimedEvent<Value, Failure>) { events.withLock { $0.append(event) } }
  }

  init<Source: SignalProtocol>(
    _ signal: Source, _ clock: Scheduler, fileID: StaticString, line: UInt32
  ) where Source.Value == Value, Source.Failure == Failure {
    let log = Log()
    self.log = log
    subscription = signal.subscribe(
      into: bag, fileID: fileID, line: line,
      onNext: { log.append(TimedEvent(clock.now, .value($0))) },
      onError: { log.append(TimedEvent(clock.now, .error($0))) },
      onCompleted: { log.append(TimedEvent(clock.now, .completed)) })
  }

  /// The events recorded so far.
  public var events: [TimedEvent<Value, Failure>] { log.events.withLock { $0 } }

  /// Whether the subscription has ended, for any reason.
  public var isDisposed: Bool { subscription.isDisposed }

  /// Ends the subscription. The recorded events stay.
  public func dispose() { bag.dispose() }
}

extension TestRecorder: DisposableObject {}
