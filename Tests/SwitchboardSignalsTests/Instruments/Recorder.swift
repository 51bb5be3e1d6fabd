import Switchboard
import SwitchboardTestSupport
import Testing

/// The errors of these tests.
enum Fault: Error, Equatable { case first, second }

typealias Event<Value: Sendable> = SignalEvent<Value, Fault>

// So that a row of a table reads `[1, 2, .completed]`.
extension SignalEvent: ExpressibleByIntegerLiteral where Value == Int {
  public init(integerLiteral value: Int) { self = .value(value) }
}

/// Subscribes to a signal and keeps what it sends.
final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  private let received = Guarded<[SignalEvent<Value, Failure>]>([])
  private let handle = Guarded<Subscription?>(nil)
  /// The subscription is in here before the first event can come.
  let bag = CompositeDisposable()

  /// Subscribes with ``subscribe(to:onEvent:)`` later.
  init() {}

  /// Subscribes now.
  init<Source: SignalProtocol>(_ source: Source) where Source.Value == Value, Source.Failure == Failure {
    subscribe(to: source)
  }

  var events: [SignalEvent<Value, Failure>] { received.current }
  var isDisposed: Bool { handle.current?.isDisposed ?? false }

  /// - Parameter onEvent: What the handler does after it has noted the event.
  @discardableResult
  func subscribe<Source: SignalProtocol>(
    to source: Source, onEvent: @escaping @Sendable (SignalEvent<Value, Failure>) -> Void = { _ in }
  ) -> Recorder where Source.Value == Value, Source.Failure == Failure {
    let receive = { @Sendable [received] (event: SignalEvent<Value, Failure>) in
      received.with { $0.append(event) }
      onEvent(event)
    }
    handle.set(
      source.subscribe(
        into: bag, onNext: { receive(.value($0)) }, onError: { receive(.error($0)) },
        onCompleted: { receive(.completed) }))
    return self
  }

  /// Ends the subscription. May be called from inside the handler, also while `subscribe` has not returned.
  func dispose() { bag.dispose() }

  /// Lets go of the handle.
  func drop() { handle.set(nil) }
}
