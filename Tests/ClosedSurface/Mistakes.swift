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
