import Dispatch
import Switchboard

enum Fault: Error { case broken }
struct Offline: Error { var reason: Fault }

/// An object that owns subscriptions.
final class Screen: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  func show(_ number: Int) { print(number) }
}

/// An object with a property that signals are bound to.
final class Label: Sendable {
  var text: String {
    get { current.value }
    set { current.value = newValue }
  }
  private let current = Property("")
}

/// One row of a table. Compiled, and never called.
func row<Result>(_ call: () async throws -> Result) {}

@Sendable func load(_ word: String) -> Signal<Int, Never> { .just(word.count) }
@Sendable func parse(_ word: String) throws(Fault) -> Int { throw .broken }
@Sendable func fetch() async throws(Fault) -> Int { throw .broken }
@Sendable func begin(_ observer: Observer<Int, Fault>) -> Subscription { Signal.just(1).subscribe(observer) }
@Sendable func stop() {}

let (numbers, words) = (PublishSubject<Int, Never>(), PublishSubject<String, Never>())
let faulty = PublishSubject<Int, Fault>()
let request = Signal<Int, Fault>.just(1)
let (count, text) = (Property(0), Property(""))
let (screen, label, bag) = (Screen(), Label(), CompositeDisposable())
let queue = DispatchQueue(label: "worker")
let subscription = numbers.subscribe()
