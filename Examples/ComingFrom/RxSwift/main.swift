import Switchboard

struct Offline: Error {}

final class Search: LifetimeOwner, Sendable {
  let lifetime = Lifetime()

  init(_ query: PublishSubject<String, Never>) {
    query
      .distinctUntilChanged()
      .flatMapLatest { find($0).replaceError(with: []) }
      .subscribe(owner: self) { search, books in search.show(books) }
  }

  private func show(_ books: [String]) { print(books) }
}

func find(_ text: String) -> Signal<[String], Offline> {
  text.isEmpty ? .fail(Offline()) : .just(["Dune", "Emma", "Dubliners"].filter { $0.hasPrefix(text) })
}

let query = PublishSubject<String, Never>()
var search: Search? = Search(query)
query.send("D")
query.send("D")
query.send("")
search = nil
query.send("E")
