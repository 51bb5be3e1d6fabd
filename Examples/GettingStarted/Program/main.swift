import Dispatch
import Search
import Switchboard

// The program of the pages “Getting started”. Each part stands on a page.

signals()
owners()
searching()

func signals() {
  let typed = PublishSubject<String, Never>(name: "typed")
  let subscription = typed.subscribe { print("typed: \($0)") }

  typed.send("s")  // typed: s
  typed.send("sw")  // typed: sw
  subscription.dispose()
  typed.send("swift")  // no subscriber: nothing is printed
}

func owners() {
  let typed = PublishSubject<String, Never>(name: "typed")
  var screen: Screen? = Screen()
  typed.subscribe(owner: screen!) { screen, text in screen.show(text) }

  typed.send("s")  // the screen shows: s
  screen = nil  // the subscription ends here
  typed.send("sw")  // no subscriber: nothing is printed
}

func searching() {
  let books = ["Swift by example", "Swift in depth", "Swimming for beginners"]
  let search = Search(on: .queue(label: "search")) { text in
    Signal.just(books.filter { $0.lowercased().hasPrefix(text) })
  }
  let isFound = DispatchSemaphore(value: 0)
  search.results.changes.subscribe { found in
    print("found: \(found)")
    isFound.signal()
  }
  for text in ["s", "sw", "swi", "swif", "swift"] { search.typed.send(text) }
  isFound.wait()  // found: ["Swift by example", "Swift in depth"]
  // If the system stops the process for 300 ms in the loop, the typing has paused, and "swi" was found first.
  while search.results.value.contains("Swimming for beginners") { isFound.wait() }
}
