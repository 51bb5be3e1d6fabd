import Switchboard
import Synchronization

private final class Person: Sendable {
  private let names = Mutex(("", ""))
  var name: String {
    get { names.withLock { $0.0 } }
    set { names.withLock { $0.0 = newValue } }
  }
  var nickname: String {
    get { names.withLock { $0.1 } }
    set { names.withLock { $0.1 = newValue } }
  }
}

@MainActor
private final class View {
  var title = ""
}

func bindingOneWay() {
  let (titles, names, nicknames) = (
    PublishSubject<String, Never>(), PublishSubject<String, Never>(), PublishSubject<String?, Never>()
  )
  let (title, copy, given, person) = (Property(""), Property(""), Property("-"), Person())
  let binding = titles.bind(to: title)
  title.bind(to: copy)
  names.map { $0.uppercased() }.bind(to: person, \.name)
  nicknames.bind(to: person, \.nickname, nilValue: "none")
  nicknames.bind(to: given, nilValue: "unknown")
  titles.send("t")
  names.send("n")
  nicknames.send("k")
  check([title.value, copy.value], is: ["t", "t"], "a signal is bound to a property, and that to another")
  check([person.name, person.nickname, given.value], is: ["N", "k", "k"], "signals are bound to an object")
  nicknames.send(nil)
  check([person.nickname, given.value], is: ["none", "unknown"], "there is a value for nil")
  binding.dispose()
  titles.send("u")
  check(title.value, is: "t", "a binding ends when it is disposed")
}

@MainActor
func bindingOnMainActor() {
  let (titles, view) = (PublishSubject<String, Never>(), View())
  let binding = titles.bind(to: view, \.title, on: MainActor.self)
  titles.send("t")
  check(view.title, is: "t", "an object of the main actor is bound to")
  binding.dispose()
}
