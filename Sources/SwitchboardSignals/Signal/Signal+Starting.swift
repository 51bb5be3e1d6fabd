public import SwitchboardBroadcast
import Synchronization

extension Signal {
  /// Runs `producer` once, inside this call. Every subscription gets all events of the producer, including past events.
  ///
  /// The work continues until it ends, with or without subscribers. Source: RACSignal startEagerly.
  public static func startEagerly(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?
  ) -> Signal {
    let subject = ReplaySubject<Value, Failure>(fileID: fileID, line: line)
    Signal(producer).subscribe(subject, fileID: fileID, line: line)
    return subject.signal
  }

  /// Runs `producer` once, at the first subscription. Every subscription gets all events of the producer, including
  /// past events.
  ///
  /// The first subscriber also gets the events that the producer sends inside the subscribe call. Source: RACSignal
  /// startLazily.
  public static func startLazily(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?
  ) -> Signal {
    let subject = ReplaySubject<Value, Failure>(fileID: fileID, line: line)
    let replay = subject.signal
    let hasStarted = OnceFlag()
    return Signal(attach: { sink, chain in
      replay.attach(sink, chain)
      if hasStarted.set() { Signal(producer).subscribe(subject, fileID: fileID, line: line) }
    })
  }
}

/// A flag that is set once. Only the first call of `set()` returns true.
final class OnceFlag: Sendable {
  private let isSet = Atomic<Bool>(false)
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
