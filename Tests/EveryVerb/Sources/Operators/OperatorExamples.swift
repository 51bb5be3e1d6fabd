import Switchboard
import SwitchboardTesting

/// What the examples of Operators.md and OperatorNames.md use. So each operator is called as a client calls it.
struct OperatorExamples: Sendable {
  struct Wrapped: Error { let fault: Fault }
  final class Object: Sendable { func greet(_ word: String) -> String { "hello " + word } }

  let numbers = PublishSubject<Int, Never>()
  let others = PublishSubject<Int, Never>()
  let words = PublishSubject<String, Never>()
  let flags = PublishSubject<Bool, Never>()
  let request = Signal<Int, Fault>.just(1)
  let backup = Signal<Int, Fault>.just(2)
  let scheduler = TestScheduler()
  let object = Object()

  @Sendable func load(_ word: String) -> Signal<Int, Fault> { .just(word.count) }
  @Sendable func parse(_ word: String) throws(Fault) -> Int { word.count }
  @Sendable func log(_ what: Any) {}
  @Sendable func produce(_ observer: Observer<Int, Never>) -> (any Disposable)? { nil }

  /// Subscribes to `source` and disposes the subscription, for as long as the sources of the examples last.
  func example(_ source: some SignalProtocol, fileID: StaticString = #fileID, line: UInt = #line) {
    let disposals = Log<String>()
    source.do(onDispose: { disposals.add("disposed") }).subscribe().dispose()
    check(disposals.entries, is: ["disposed"], "the example ends once", fileID: fileID, line: line)
  }
}
