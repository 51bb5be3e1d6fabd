import Observation
import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

private final class Person: Sendable {
  private let names = Guarded(("", ""))
  var name: String {
    get { names.current.0 }
    set { names.with { $0.0 = newValue } }
  }
  var nickname: String {
    get { names.current.1 }
    set { names.with { $0.1 = newValue } }
  }
}

@Observable
private final class Settings: @unchecked Sendable {
  // Sound: changed on one test scheduler, by one thread.
  var volume = 5
}

private enum FormError: Error { case tooLong }

extension Guarded where Value == [String] {
  fileprivate func append(_ value: String) { with { $0.append(value) } }
}
extension Guarded where Value == [Int] {
  fileprivate func append(_ value: Int) { with { $0.append(value) } }
}

/// The examples of Switchboard.docc/Bindings.md, in the same words.
@Suite("Bindings: the documentation's examples")
struct DocumentedBindings {
  @Test("sharing")
  func sharing() {
    let feed = PublishSubject<Int, Never>()
    let (first, second) = (Property(0), Property(0))
    let prices = feed.publish()  // not subscribed to feed yet
    prices.subscribe { first.value = $0 }
    prices.subscribe { second.value = $0 }
    prices.connect()  // one subscription to feed for both subscribers
    #expect(feed.census.count == 1)
    feed.send(7)
    prices.disconnect()  // both subscribers stay for the next connect()
    feed.send(8)
    #expect([first, second].map(\.value) == [7, 7])

    let latest = feed.share(replay: 1)  // one subscription to feed while it has subscribers
    let history = feed.replay()  // connected now, until the end or history.disconnect()
    let recorder = Recorder(latest)
    feed.send(9)
    let late = Recorder(latest)
    #expect(late.events == [9])
    #expect(Recorder(history).events == [9])
    for recorder in [recorder, late] { recorder.dispose() }
    history.disconnect()
    #expect(feed.census.count == 0)

    let attempts = Counter()
    let request = Signal<Int, Fault> { observer in
      if attempts.increment() < 4 { observer.send(error: .first) } else { observer.send(7) }
      return ActionDisposable { withExtendedLifetime(observer) {} }
    }
    let answer = request.retry(3).share(replay: 1)  // an attempt is one subscription to request, for all subscribers
    let recorders = [Recorder(answer), Recorder(answer)]
    #expect(recorders.map(\.events) == [[7], [7]])
    #expect(attempts.value == 4)
    for recorder in recorders { recorder.dispose() }
  }

  @Test("properties")
  func properties() {
    let (seen, titles) = (Guarded<[Int]>([]), PublishSubject<String, Never>())
    let count = Property(0)
    count.subscribe { seen.append($0) }  // the current value, then each change; `changes` sends only changes
    count.set(1)
    count.update { $0 += 1 }  // no update of another thread is lost
    let label = count.map { "\($0) items" }  // AnyProperty: label.value, label.signal
    let title = Property(initial: "…", then: titles)  // until titles sends
    #expect(seen.current == [0, 1, 2])
    #expect(label.value == "2 items")
    titles.send("A")
    #expect(title.value == "A")
  }

  @Test("one way")
  func oneWay() {
    let (titles, names) = (PublishSubject<String, Never>(), PublishSubject<String, Never>())
    let nicknames = PublishSubject<String?, Never>()
    let (title2, person) = (Property(""), Person())
    let binding = titles.bind(to: title2)  // ends with the signal, the property, or binding.dispose()
    names.bind(to: person, \.name)  // any Sendable class; the binding does not keep the object
    nicknames.bind(to: person, \.nickname, nilValue: "")
    titles.send("t")
    names.send("n")
    nicknames.send("k")
    nicknames.send(nil)
    #expect([title2.value, person.name, person.nickname] == ["t", "n", ""])
    binding.dispose()
  }

  @Test("two ways, and channels")
  func twoWays() {
    let (model, other) = (Property(1), Property(2))
    model.bind(twoWay: other)  // model takes other's value; then each takes the other's
    #expect(model.value == 2)

    let (name, field, shown) = (Property("Ann"), Property(""), Guarded<[String]>([]))
    let channel = Channel<String, Never>()
    name.bind(twoWay: channel.leading)  // the model's side
    field.bind(twoWay: channel.following)  // the view's side: takes the model's value
    channel.following.subscribe { shown.append($0) }  // the last value of the model's side, then its later values
    field.value = "Bob"
    name.value = "Cid"
    #expect([name.value, field.value] == ["Cid", "Cid"])
    #expect(shown.current == ["Ann", "Cid"])
  }

  @Test("observable objects")
  func observable() {
    let (settings, scheduler, volume) = (Settings(), TestScheduler(), Property(0))
    let heard = Guarded<[Int]>([])
    Signal.observing(settings, \.volume, on: scheduler).subscribe { heard.append($0) }
    volume.bind(twoWay: settings, \.volume, on: scheduler)
    scheduler.run()
    volume.value = 6
    scheduler.run()
    settings.volume = 7
    scheduler.run()
    #expect(heard.current == [5, 6, 7])
    #expect(volume.value == 7)
  }

  @Test("commands")
  func commands() {
    let (isValid, spinner) = (Property(true), Property(false))
    let (problems, sizes) = (Guarded<[String]>([]), Guarded<[Int]>([]))
    let uploads = PublishSubject<Int, FormError>()
    let upload: @Sendable (String) -> Signal<Int, FormError> = { _ in uploads.signal }
    let submit = Command<String, Int, FormError>(name: "submit", enabled: isValid) { upload($0) }
    submit.executing.subscribe { spinner.value = $0 }
    submit.errors.subscribe { problems.append("\($0)") }
    let execution = submit.execute("draft")  // begins now, unless the command is disabled or busy
    execution.subscribe(onNext: { sizes.append($0) }, onCompleted: { sizes.append(-1) })
    uploads.send(3)
    #expect(spinner.value)
    execution.dispose()  // cancels the work
    #expect(!spinner.value)
    #expect(uploads.census.count == 0)
    #expect(sizes.current == [3])
    submit.execute("a").subscribe(onCompleted: { sizes.append(-1) })
    uploads.send(error: .tooLong)
    #expect(problems.current == ["tooLong"])
    let later = Command<Int, Int, Never>(performing: { input in input })
    #expect(later.enabled.value)
  }
}
