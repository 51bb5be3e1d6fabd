import Observation
import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Observable @MainActor
private final class Person {
  var name = "Ann"
  var nickname = ""
  var greeting: String { "hello, \(nickname.isEmpty ? name : nickname)" }
}

/// An object that stores a text without the spaces around it, and with single spaces between its words.
@Observable
private final class Field: @unchecked Sendable {
  // Sound: changed on one test scheduler, by one thread.
  @ObservationIgnored private var content = ""
  var text: String {
    get {
      access(keyPath: \.text)
      return content
    }
    set { withMutation(keyPath: \.text) { content = newValue.split(separator: " ").joined(separator: " ") } }
  }
}

@Suite("Binding: observable objects")
struct ObservedTests {
  @Test("an object's property as a signal: the current value, the last of each turn, completion at the deallocation")
  func signal() {
    let scheduler = TestScheduler()
    var field: Field? = Field()
    let recorder = Recorder<String, Never>()
    if let field { recorder.subscribe(to: Signal.observing(field, \.text, on: scheduler)) }
    scheduler.run()
    field?.text = "a"
    field?.text = "b"
    #expect(recorder.events == [.value("")])
    scheduler.run()
    field?.text = "c"
    scheduler.run()
    field = nil
    #expect(recorder.events == [.value(""), .value("b"), .value("c"), .completed])
  }

  @Test("a disposed signal sends nothing, and keeps nothing")
  func disposed() {
    let (scheduler, field, population) = (TestScheduler(), Field(), Population())
    let recorder = { [member = population.member()] in
      Recorder(
        Signal.observing(field, \.text, on: scheduler).do { [member] _ in withExtendedLifetime(member) {} })
    }()
    scheduler.run()
    field.text = "a"
    recorder.dispose()
    #expect(population.count == 0)
    scheduler.run()
    #expect(recorder.events == [.value("")])
    field.text = "b"
    scheduler.run()
    #expect(recorder.events == [.value("")])
  }

  @Test("an object of the main actor, with a property computed from other properties")
  @MainActor func mainActor() async {
    let person = Person()
    let (turns, turned) = AsyncStream<String>.makeStream()
    let subscription = Signal.observing(person, \.greeting).subscribe { turned.yield($0) }
    var iterator = turns.makeAsyncIterator()
    #expect(await iterator.next() == "hello, Ann")
    person.name = "Bob"
    #expect(await iterator.next() == "hello, Bob")
    person.nickname = "Bobby"
    #expect(await iterator.next() == "hello, Bobby")
    subscription.dispose()
  }

  @Test("bound both ways: the property takes the object's value, then each takes the other's values")
  func twoWay() {
    let (scheduler, field, property) = (TestScheduler(), Field(), Property("p"))
    field.text = "f"
    let binding = property.bind(twoWay: field, \.text, on: scheduler)
    scheduler.run()
    #expect(property.value == "f")
    let recorder = Recorder(property.changes)
    property.value = "g"
    #expect(field.text == "f")
    scheduler.run()
    #expect(field.text == "g")
    field.text = "h"
    scheduler.run()
    #expect(recorder.events == [.value("g"), .value("h")])
    binding.dispose()
    field.text = "i"
    property.value = "j"
    scheduler.run()
    #expect(field.text == "i")
    #expect(property.value == "j")
    #expect(property.census.count == 1)
  }

  @Test("a binding that starts with the property's value")
  func startingWithOwn() {
    let (scheduler, field, property) = (TestScheduler(), Field(), Property("p"))
    property.bind(twoWay: field, \.text, on: scheduler, startingWith: .own)
    scheduler.run()
    #expect(field.text == "p")
    #expect(property.value == "p")
  }

  @Test("a value that the object corrects comes back once, and does not circulate")
  func normalised() {
    let (scheduler, field) = (TestScheduler(), Field())
    let properties = [Property(""), Property("")]
    properties[0].bind(twoWay: field, \.text, on: scheduler)
    properties[1].bind(twoWay: properties[0])
    scheduler.run()
    let recorder = Recorder(properties[1].changes)
    properties[1].value = "  a  b "
    scheduler.run()
    #expect(field.text == "a b")
    #expect(properties.map(\.value) == ["a b", "a b"])
    #expect(recorder.events == [.value("  a  b "), .value("a b")])
  }

  @Test("both sides change before a turn: the object's value wins")
  func bothChange() {
    let (scheduler, field, property) = (TestScheduler(), Field(), Property(""))
    property.bind(twoWay: field, \.text, on: scheduler)
    scheduler.run()
    property.value = "p"
    field.text = "f"
    scheduler.run()
    #expect(field.text == "f")
    #expect(property.value == "f")
    field.text = "g"
    property.value = "q"
    scheduler.run()
    #expect(field.text == property.value)
  }

  @Test("a channel between two objects completes when one object is deallocated")
  func channel() {
    let scheduler = TestScheduler()
    let model = Field()
    var view: Field? = Field()
    model.text = "m"
    let channel = Channel<String, Never>()
    channel.leading.bind(twoWay: model, \.text, on: scheduler)
    if let view { channel.following.bind(twoWay: view, \.text, on: scheduler, startingWith: .own) }
    scheduler.run()
    #expect(view?.text == "m")
    view?.text = "v"
    scheduler.run()
    #expect(model.text == "v")
    let recorder = Recorder(channel.leading)
    view = nil
    #expect(recorder.events == [.completed])
  }

  @Test("an object deallocated between its change and the turn that would pass it on also ends the channel")
  func goneBeforeItsTurn() {
    let scheduler = TestScheduler()
    var view: Field? = Field()
    let channel = Channel<String, Never>()
    if let view { channel.following.bind(twoWay: view, \.text, on: scheduler, startingWith: .own) }
    scheduler.run()
    let recorder = Recorder(channel.leading)
    view?.text = "v"
    view = nil
    scheduler.run()
    #expect(recorder.events == [.completed])
  }

  @Test("nilValue replaces nil in an object that is bound to a channel or a property")
  func absent() {
    let scheduler = TestScheduler()
    let (field, other) = (Field(), Field())
    let channel = Channel<String?, Never>()
    channel.leading.bind(twoWay: field, \.text, nilValue: "none", on: scheduler)
    let property = Property<String?>("p")
    property.bind(twoWay: other, \.text, nilValue: "none", on: scheduler, startingWith: .own)
    scheduler.run()
    #expect(other.text == "p")
    channel.following.send(nil)
    property.value = nil
    scheduler.run()
    #expect(field.text == "none")
    #expect(other.text == "none")
    other.text = "back"
    scheduler.run()
    #expect(property.value == "back")
  }

  @Test("the binding ends with the property and with the object")
  func ends() {
    let scheduler = TestScheduler()
    let kept = Property("")
    var (field, property): (Field?, Property<String>?) = (Field(), Property(""))
    guard let object = field else { return }
    let binding = property?.bind(twoWay: object, \.text, on: scheduler)
    scheduler.run()
    property = nil
    #expect(binding?.isDisposed == true)
    let second = { [field] in field.map { kept.bind(twoWay: $0, \.text, on: scheduler) } }()
    _ = object
    scheduler.run()
    #expect(second?.isDisposed == false)
    field = nil
  }

  @Test("for an absent value the object gets nilValue")
  @MainActor func nilValue() {
    let (person, property) = (Person(), Property<String?>("Bob"))
    property.bind(twoWay: person, \.nickname, nilValue: "-", startingWith: .own)
    #expect(person.nickname == "Bob")
    property.value = nil
    #expect(person.nickname == "-")
    #expect(property.value == nil)
  }

  @Test("binding twice to one object's property, and observing on the immediate scheduler, trap and say what to do")
  func refused() async {
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (scheduler, field) = (TestScheduler(), Field())
      let (first, second) = (Property(""), Property(""))
      first.bind(twoWay: field, \.text, on: scheduler)
      second.bind(twoWay: field, \.text, on: scheduler)
    }
    #expect(twice?.says("merge the signals") == true)
    let immediate = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal.observing(Field(), \.text, on: .immediate)
    }
    #expect(immediate?.says("name the scheduler on which the program changes the object") == true)
  }
}
