import Switchboard
import Testing

/// Tests that values can be printed. A failed expectation prints its values, which must not end the program.
@Suite("Descriptions")
struct DescriptionTests {
  static let things: [@Sendable () -> Any] = [
    { PublishSubject<Int, Never>().subscribe() },
    { PublishSubject<Int, Never>().subscribe(onCompleted: {}) },
    { PublishSubject<Int, Never>().subscribe(into: CompositeDisposable()) },
    { PublishSubject<Int, Never>().map { $0 }.subscribe() },
    { PublishSubject<Int, Never>() },
    { ReplaySubject<Int, Never>() },
    { BehaviorSubject<Int, Never>(0) },
    { Observer<Int, Never>(onNext: { _ in }) },
    { Signal<Int, Never>.never() },
    { ActionDisposable {} },
    { ActionDisposable {} },
    { SerialDisposable() },
    { ActionDisposable {}.scoped },
    { CompositeDisposable([ActionDisposable {}]) },
    { Lifetime() },
  ]

  @Test("all types can be printed, reflected and dumped", arguments: things.indices)
  func dumped(index: Int) {
    let thing = Self.things[index]()
    var text = ""
    dump(thing, to: &text)
    #expect(!text.isEmpty)
    #expect(!String(reflecting: thing).isEmpty)
  }

  @Test("events print like the code that makes them")
  func events() {
    let events: [Event<Int>] = [1, .error(.first), .completed]
    #expect(events.map(\.description) == ["value(1)", "error(first)", "completed"])
  }
}
