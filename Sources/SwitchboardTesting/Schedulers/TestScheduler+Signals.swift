public import SwitchboardBroadcast
public import SwitchboardSignals

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
  public func hotSignal<Value: Sendable, Failure: Error>(
    _ events: [(Duration, SignalEvent<Value, Failure>)]
  ) -> Signal<Value, Failure> {
    let subject = PublishSubject<Value, Failure>()
    time.keep(subject)
    for (due, event) in events { time.schedule(after: due - now) { subject.send(event) } }
    return subject.signal
  }

  /// Returns a signal that sends all events to each subscriber. The times are counted from the subscription.
  public func coldSignal<Value: Sendable, Failure: Error>(
    _ events: [(Duration, SignalEvent<Value, Failure>)]
  ) -> Signal<Value, Failure> {
    let time = time
    return Signal { observer in
      CompositeDisposable(events.map { delay, event in time.schedule(after: delay) { observer.send(event) } })
    }
  }

  /// Subscribes to `signal` and records each event with its time.
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
