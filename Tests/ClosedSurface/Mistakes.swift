import Switchboard

// Mistakes that are easily made. The compiler must answer each of these lines with one message, which is about the
// mistake. An overload that takes any closure would change the message.

private struct Person: Sendable { var name = "" }
private struct LoggedIn: Event { var person = Person() }
private final class Model: Sendable {}
extension BoardKey where Value == Person { fileprivate static let person = Self("person") }

private func values(_ subject: PublishSubject<Person, Never>, _ signal: Signal<Person, Never>, _ model: Model) {
  subject.subscribe { print($0.nme) }  // mistake: has no member 'nme'
  signal.subscribe { print($0.nme) }  // mistake: has no member 'nme'
  signal.subscribe { print($0, $1) }  // mistake: expects 1 argument, but 2 were used
  signal.map { $0.name }.subscribe { print($0.nme) }  // mistake: has no member 'nme'
  signal.map { $0.nme }.subscribe { print($0) }  // mistake: has no member 'nme'
  signal.filter { $0.name }.subscribe { print($0) }  // mistake: to closure result type 'Bool'
  signal.subscribeEvents { print($0.nme) }  // mistake: has no member 'nme'
  signal.subscribe(owner: model) { print($0, $1.nme) }  // mistake: has no member 'nme'
  signal.subscribe(owner: model) { print($0) }  // mistake: expects 2 arguments, but 1 was used
  signal.subscribe(on: MainActor.self) { print($0.nme) }  // mistake: has no member 'nme'
  signal.subscribe(onValue: { print($0) })  // mistake: onValue
  signal.flatMap { person in person.name }.subscribe { print($0) }  // mistake: 'String'
}

private func places(_ board: DataBoard, _ bus: EventBus) {
  board.subscribe(.person) { print($0.nme) }  // mistake: has no member 'nme'
  board.set("Ann", for: .person)  // mistake: 'String'
  bus.subscribe(LoggedIn.self) { print($0.nme) }  // mistake: has no member 'nme'
  bus.dispatch(Person())  // mistake: 'Event'
}

// The names of other libraries.
private func habits(
  _ subject: PublishSubject<Int, Never>, _ request: Signal<Int, any Error>, _ count: Property<Int>, _ bus: EventBus
) {
  subject.sink { print($0) }  // mistake: write subscribe
  subject.receive(on: .main).subscribe { print($0) }  // mistake: has been renamed to 'deliver(on:)'
  subject.observe(on: .main).subscribe { print($0) }  // mistake: has been renamed to 'deliver(on:)'
  subject.subscribe(on: .main).map { $0 + 1 }.subscribe { print($0) }  // mistake: write start(on:)
  subject.removeDuplicates().subscribe { print($0) }  // mistake: has been renamed to 'distinctUntilChanged()'
  request.catchAndReturn(0).subscribe { print($0) }  // mistake: has been renamed to 'replaceError(with:)'
  subject.subscribe { print($0) }.cancel()  // mistake: has been renamed to 'dispose()'
  subject.subscribe { print($0) }.disposed(by: CompositeDisposable())  // mistake: pass subscribe an owner or a bag
  subject.onNext(1)  // mistake: has been renamed to 'send(_:)'
  subject.onCompleted()  // mistake: has been renamed to 'sendCompleted()'
  count.accept(1)  // mistake: set `value`
  bus.on(LoggedIn.self).subscribe { print($0.person) }  // mistake: write next
  _ = subject.eraseToAnyPublisher()  // mistake: write `signal`
}
