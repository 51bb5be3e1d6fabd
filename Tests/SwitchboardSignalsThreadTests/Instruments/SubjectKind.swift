import Switchboard
import Testing

/// The three kinds of subject, with a common interface.
enum SubjectKind: CaseIterable, Sendable, CustomTestStringConvertible {
  case publish, replay, behavior

  var testDescription: String { "\(self)" }

  func subject() -> any IntSubject {
    switch self {
    case .publish: PublishSubject<Int, Never>()
    case .replay: ReplaySubject<Int, Never>(capacity: 4)
    case .behavior: BehaviorSubject<Int, Never>(-1)
    }
  }
}

protocol IntSubject: SignalProtocol<Int, Never>, ObserverProtocol<Int, Never> {
  var census: Census { get }
}

extension PublishSubject: IntSubject where Value == Int, Failure == Never {}
extension ReplaySubject: IntSubject where Value == Int, Failure == Never {}
extension BehaviorSubject: IntSubject where Value == Int, Failure == Never {}

extension IntSubject {
  func send(_ value: Int) { send(value, fileID: #fileID, line: #line) }
  func sendCompleted() { sendCompleted(fileID: #fileID, line: #line) }

  @discardableResult
  func subscribe(_ onNext: @escaping @Sendable (Int) -> Void) -> Subscription { signal.subscribe(onNext: onNext) }
}
