import Switchboard
import SwitchboardTestSupport
import Testing

private final class Label: Sendable {
  private let content = Guarded("")
  private let detail = Guarded<String?>(nil)
  var text: String {
    get { content.current }
    set { content.set(newValue) }
  }
  var note: String? {
    get { detail.current }
    set { detail.set(newValue) }
  }
}

private final class OwnedLabel: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let label = Label()
}

@MainActor private final class Screen { var title = "" }

@Suite("Binding: one way")
struct BindTests {
  @Test("a binding sets the property until the binding is disposed or the signal ends; the property stays")
  func property() {
    let subject = PublishSubject<Int, Never>()
    let property = Property(0)
    let binding = subject.bind(to: property)
    subject.send(1)
    #expect(property.value == 1)
    binding.dispose()
    subject.send(2)
    #expect(property.value == 1)
    let second = subject.map { 10 * $0 }.bind(to: property)
    subject.send(3)
    subject.sendCompleted()
    #expect(second.isDisposed)
    property.value += 1
    #expect(property.value == 31)
  }

  @Test("the binding ends when the property is deallocated, and does not keep the property")
  func propertyGoes() {
    let subject = PublishSubject<Int, Never>()
    var property: Property<Int>? = Property(0)
    let binding = property.map { subject.bind(to: $0) }
    subject.send(1)
    property = nil
    #expect(binding?.isDisposed == true)
    #expect(subject.census.count == 0)
  }

  @Test("a nil value is replaced by nilValue")
  func nilValue() {
    let subject = PublishSubject<String?, Never>()
    let (property, label) = (Property("-"), Label())
    subject.bind(to: property, nilValue: "none")
    subject.bind(to: label, \.text, nilValue: "none")
    subject.bind(to: label, \.note)
    for value in ["a", nil, "b", nil] {
      subject.send(value)
      #expect(property.value == value ?? "none")
      #expect(label.text == value ?? "none")
      #expect(label.note == value)
    }
  }

  @Test("an object's property: the binding does not keep the object, and ends with the object")
  func keyPath() {
    let subject = PublishSubject<String, Never>()
    var (label, owned): (Label?, OwnedLabel?) = (Label(), OwnedLabel())
    let bindings = [label.map { subject.bind(to: $0, \.text) }, owned.map { subject.bind(to: $0, \.label.text) }]
    subject.send("a")
    #expect(label?.text == "a")
    #expect(owned?.label.text == "a")
    (label, owned) = (nil, nil)
    #expect(bindings[1]?.isDisposed == true)
    subject.send("b")
    #expect(bindings[0]?.isDisposed == true)
    #expect(subject.census.count == 0)
  }

  @Test("a property of an object on the main actor")
  @MainActor func mainActor() {
    let subject = PublishSubject<String, Never>()
    let screen = Screen()
    let binding = subject.bind(to: screen, \.title, on: MainActor.self)
    subject.send("a")
    #expect(screen.title == "a")
    binding.dispose()
    subject.send("b")
    #expect(screen.title == "a")
  }

  @Test("a target whose binding has ended accepts another binding; another property of the object accepts one too")
  func again() {
    let (first, second) = (PublishSubject<String, Never>(), PublishSubject<String, Never>())
    let (property, label) = (Property(""), Label())
    for _ in 0..<3 {
      let bindings = [first.bind(to: property), first.bind(to: label, \.text)]
      second.map(Optional.some).bind(to: label, \.note).dispose()
      for binding in bindings { binding.dispose() }
    }
    first.bind(to: property)
    second.bind(to: label, \.text)
    first.send("1")
    second.send("2")
    #expect(property.value == "1")
    #expect(label.text == "2")
  }

  @Test("a signal and two-way bindings may set one property")
  func both() {
    let subject = PublishSubject<Int, Never>()
    let (left, right) = (Property(0), Property(5))
    left.bind(twoWay: right)
    subject.bind(to: left)
    subject.send(7)
    #expect(right.value == 7)
    right.value = 8
    #expect(left.value == 8)
  }

  @Test("binding a property to itself traps and says what to do; a signal that corrects its values may be bound")
  func itself() async {
    let text = Property("")
    text.changes.filter { $0 != $0.lowercased() }.map { $0.lowercased() }.bind(to: text)
    let recorder = Recorder(text)
    text.value = "A"
    #expect(recorder.events == [.value(""), .value("A"), .value("a")])
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = Property(0)
      property.bind(to: property)
    }
    #expect(result?.says("bind a signal made of its changes") == true)
  }

  @Test("binding twice to one property traps and says what to do")
  func twiceToProperty() async {
    let property = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = Property(0)
      PublishSubject<Int, Never>().bind(to: property)
      let kept = PublishSubject<Int, Never>()
      kept.bind(to: property)
      kept.bind(to: property)
    }
    #expect(property?.says("merge the signals with merge(with:)") == true)
  }

  @Test("binding twice to one object's property traps and says what to do")
  func twiceToKeyPath() async {
    let keyPath = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let label = Label()
      let kept = PublishSubject<String, Never>()
      kept.bind(to: label, \.text)
      kept.map { $0 }.bind(to: label, \.text)
    }
    #expect(keyPath?.says("merge the signals with merge(with:)") == true)
  }
}
