import Switchboard
import SwitchboardTestSupport
import Testing

/// The errors of these tests.
enum Fault: Error, Equatable { case first, second }

typealias Event<Value: Sendable> = SignalEvent<Value, Fault>

// Lets a row of a table read `[1, 2, .completed]`.
extension SignalEvent: ExpressibleByIntegerLiteral where Value == Int {
  public init(integerLiteral value: Int) { self = .value(value) }
}

/// A subscriber that keeps what a signal sends.
final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  private let received = Guarded<[SignalEvent<Value, Failure>]>([])
  private let handle = Guarded<Subscription?>(nil)
  /// The bag that holds the subscription before the first event can come.
  let bag = CompositeDisposable()

  /// Makes a recorder that subscribes later, by ``subscribe(to:onEvent:)``.
  init() {}

  /// Makes a recorder that subscribes immediately.
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

  /// Ends the subscription. May be called from inside the handler, also before `subscribe` has returned.
  func dispose() { bag.dispose() }

  /// Releases the handle of the subscription.
  func drop() { handle.set(nil) }
}
