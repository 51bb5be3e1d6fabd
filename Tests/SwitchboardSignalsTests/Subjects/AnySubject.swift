import Switchboard
import Testing

/// Every kind of subject, with a common interface, so that one table tests all kinds.
enum AnySubject: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case publish, replay0, replay1, replay3, replayAll, behavior

  typealias Instance = any SignalProtocol<Int, Fault> & ObserverProtocol<Int, Fault> & CensusTaker

  var testDescription: String { rawValue }

  /// The number of values that a new subscriber gets by replay, at most. A behavior subject begins with 0.
  var capacity: Int {
    switch self {
    case .publish, .replay0: 0
    case .replay1, .behavior: 1
    case .replay3: 3
    case .replayAll: .max
    }
  }

  /// Returns what a new subscriber gets by replay after `sent` has been sent.
  func replayed(_ sent: [Int]) -> [Event<Int>] {
    (self == .behavior ? [0] + sent : sent).suffix(capacity).map { .value($0) }
  }

  func callAsFunction() -> Instance {
    switch self {
    case .publish: PublishSubject<Int, Fault>()
    case .replay0: ReplaySubject<Int, Fault>(capacity: 0)
    case .replay1: ReplaySubject<Int, Fault>(capacity: 1)
    case .replay3: ReplaySubject<Int, Fault>(capacity: 3)
    case .replayAll: ReplaySubject<Int, Fault>()
    case .behavior: BehaviorSubject<Int, Fault>(0)
    }
  }
}

protocol CensusTaker: AnyObject, Sendable {
  var census: Census { get }
}

extension PublishSubject: CensusTaker {}
extension ReplaySubject: CensusTaker {}
extension BehaviorSubject: CensusTaker {}

extension ObserverProtocol {
  func play(_ events: [SignalEvent<Value, Failure>]) { for event in events { send(event) } }
}

extension SignalProtocol where Value == Int, Failure == Fault {
  /// Subscribes a recorder. A method, so that it can be called on an `any`.
  func record(
    with recorder: Recorder<Int, Fault> = Recorder(),
    onEvent: @escaping @Sendable (Event<Int>) -> Void = { _ in }
  ) -> Recorder<Int, Fault> { recorder.subscribe(to: self, onEvent: onEvent) }
}
