public import SwitchboardBroadcast
import Synchronization

extension Signal {
  /// Runs `producer` once, now; every subscription gets all its events, those that are past too.
  ///
  /// The work goes on until it ends, whether anybody subscribes or not. Source: RACSignal startEagerly.
  public static func startEagerly(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?
  ) -> Signal {
    let subject = ReplaySubject<Value, Failure>(capacity: .unlimited, fileID: fileID, line: line)
    Signal(producer).subscribe(subject, fileID: fileID, line: line)
    return subject.signal
  }

  /// Runs `producer` once, at the first subscription; every subscription gets all its events, those that are past too.
  ///
  /// The first subscriber gets what is produced on the spot while it subscribes. Source: RACSignal startLazily.
  public static func startLazily(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?
  ) -> Signal {
    let subject = ReplaySubject<Value, Failure>(capacity: .unlimited, fileID: fileID, line: line)
    let replay = subject.signal
    let hasStarted = OnceFlag()
    return Signal(attach: { sink, chain in
      replay.attach(sink, chain)
      if hasStarted.set() { Signal(producer).subscribe(subject, fileID: fileID, line: line) }
    })
  }
}

/// Set by the first who asks.
final class OnceFlag: Sendable {
  private let isSet = Atomic<Bool>(false)
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
