import Switchboard

/// Finds what is typed, once the typing pauses.
public final class Search: Sendable {
  public let typed = PublishSubject<String, Never>(name: "typed")
  public let results = Property<[String]>([], name: "results")

  public init(on scheduler: Scheduler, find: @escaping @Sendable (String) -> Signal<[String], any Error>) {
    typed
      .filter { $0.count > 2 }
      .debounce(.milliseconds(300), on: scheduler)
      .distinctUntilChanged()
      .flatMapLatest { text in find(text).retry(1).replaceError(with: []) }
      .bind(to: results)
  }
}
