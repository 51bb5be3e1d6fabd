import Switchboard
import Testing

/// The examples of Switchboard.docc/Signals.md, in the same words.
@Suite("Operators: the documentation's examples")
struct DocumentedOperators {
  @Test("the examples compile, and have the documented effects")
  func examples() {
    let (name, age, isMember) = (
      BehaviorSubject<String, Never>("Ann"), BehaviorSubject<Int, Never>(30), BehaviorSubject<Bool, Never>(true)
    )
    let both = Signal.combineLatest(name, age, isMember)  // Signal<(String, Int, Bool), Never>
    #expect(Recorder(both.map { "\($0)" }).events == [.value(#"("Ann", 30, true)"#)])

    let query = PublishSubject<String, Never>()
    let results = PublishSubject<String, Never>()
    let search: @Sendable (String) -> Signal<String, Never> = { query in results.map { query + $0 } }
    let found = query.flatMapLatest { search($0) }
    let recorder = Recorder(found)
    query.send("a")
    query.send("b")
    results.send("!")
    #expect(recorder.events == [.value("b!")])

    let names = Signal<String, Fault>(["x", "y"])
    let load: @Sendable (String) -> Signal<String, Fault> = { .just($0 + ".txt") }
    let files = names.flatMap(.merge(4)) { load($0).retry(2) }
    #expect(Recorder(files).events == [.value("x.txt"), .value("y.txt"), .completed])

    let (button, form) = (PublishSubject<Void, Never>(), BehaviorSubject<String, Never>("filled in"))
    let clicks = button.withLatestFrom(form) { _, form in form }
    let clicked = Recorder(clicks)
    button.send(())
    #expect(clicked.events == [.value("filled in")])
  }
}
