import Switchboard
import Synchronization

/// A signal type that a client defines.
private struct Wrapper<Base: SignalProtocol>: SignalProtocol {
  let base: Base
  var signal: Signal<Base.Value, Base.Failure> { base.signal }
}

/// An observer type that a client defines.
private final class Collector<Value: Sendable, Failure: Error>: ObserverProtocol {
  let words = Log<String>()
  private let upstream = CompositeDisposable()

  func send(_ value: Value, fileID: StaticString, line: UInt32) { words.add("\(value)") }
  func send(error: Failure, fileID: StaticString, line: UInt32) { end("X\(error)") }
  func sendCompleted(fileID: StaticString, line: UInt32) { end("|") }
  func add(upstream disposable: any Disposable) { upstream.add(disposable) }

  private func end(_ word: String) {
    words.add(word)
    upstream.dispose()
  }
}

/// Returns the doubled values. Not inlined, so that the call passes an `any SignalProtocol` and not a known type.
@inline(never)
private func doubled(_ source: any SignalProtocol<Int, Fault>) -> Signal<Int, Fault> { source.map { 2 * $0 } }

@inline(never)
private func generic<Source: SignalProtocol, Target: ObserverProtocol>(
  _ source: Source, into target: Target
) -> Subscription where Source.Value == Target.Value, Source.Failure == Target.Failure {
  source.filter { _ in true }.subscribe(target)
}

@inline(never)
private func current<Value: Equatable>(_ property: some PropertyProtocol<Value>) -> Value { property.value }

func protocols() {
  let (subject, collector) = (PublishSubject<Int, Fault>(), Collector<Int, Fault>())
  let sources: [any SignalProtocol<Int, Fault>] = [subject, subject.signal, Wrapper(base: subject), subject.publish()]
  let recorders = sources.map { Recorder(doubled($0)) }
  let subscription = generic(Wrapper(base: subject.map { -$0 }), into: collector)
  let targets: [any ObserverProtocol<Int, Fault>] = [subject, collector]
  for target in targets { target.send(.value(1)) }
  check(recorders.map(\.text), is: ["2", "2", "2", ""], "signals of several types go by one protocol")
  check(collector.words.entries, is: ["-1", "1"], "a custom observer gets the values")
  subject.send(error: .late)
  check(collector.words.entries.last, is: "Xlate", "a custom observer gets the error")
  check(subscription.isDisposed, "the error ends the subscription of the custom observer")
  let other = Collector<Int, Never>()
  Signal<Int, Never>.just(3).subscribe(other)
  check(other.words.entries, is: ["3", "|"], "a custom observer gets the completion")
  check(current(Property("a")) + current(AnyProperty(value: "b")), is: "ab", "properties go by one protocol")
  check(current(Property<Int?>(nil)) == nil, "a property's value may be absent")
  check(Wrapper(base: Wrapper(base: Signal<Int, Fault>([1, 2]))).take(1), sends: "1 |", "wrappers have operators")
}
