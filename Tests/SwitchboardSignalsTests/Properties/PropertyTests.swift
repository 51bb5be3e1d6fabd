import Switchboard
import SwitchboardTestSupport
import Testing

/// Returns the values that `recorder` has got.
private func values<Value>(_ recorder: Recorder<Value, Never>) -> [Value] {
  recorder.events.compactMap { if case .value(let value) = $0 { value } else { nil } }
}

@Suite("Property")
struct PropertyTests {
  @Test("a new subscriber gets the current value first, with `changes` only later values; equal values too")
  func signal() {
    let property = Property(1)
    let (all, changes) = (Recorder(property), Recorder(property.changes))
    property.value = 2
    property.set(2)
    #expect(property.swap(3) == 2)
    #expect(property.value == 3)
    #expect(values(all) == [1, 2, 2, 3])
    #expect(values(changes) == [2, 2, 3])
    #expect(values(Recorder(property)) == [3])
    #expect(values(Recorder(property.distinctUntilChanged().map { $0 + 1 })) == [4])
  }

  @Test("a set inside a handler is readable immediately, and delivered in its turn")
  func reentrancy() {
    let property = Property(0)
    let (seen, later) = (Journal(), Recorder<Int, Never>())
    property.subscribe { [weak property] value in
      guard value == 1, let property else { return }
      property.value = 2
      seen.add("\(property.value)")
    }
    later.subscribe(to: property)
    property.value = 1
    #expect(seen.entries == ["2"])
    #expect(values(later) == [0, 1, 2])
  }

  @Test("update changes the present value and returns the closure's result; an error changes nothing")
  func update() {
    let property = Property([1])
    let recorder = Recorder(property.changes)
    #expect(
      property.update {
        $0.append(2); return $0.count
      } == 2)
    #expect(throws: Fault.first) {
      try property.update { (value: inout [Int]) throws(Fault) in
        value = []
        throw Fault.first
      }
    }
    #expect(property.value == [1, 2])
    #expect(values(recorder) == [[1, 2]])
  }

  @Test("an update runs again on the new value when another thread sets the property meanwhile")
  func updateAgain() throws {
    let property = Property(1)
    let runs = Counter()
    property.update { value in
      if runs.increment() == 1 { try? onThreads([{ property.value = 10 }]) }
      value += 1
    }
    #expect(property.value == 11)
    #expect(runs.value == 2)
  }

  @Test("an update that sets the property it updates traps and says what to do")
  func updateOfItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = Property(0)
      property.update {
        property.value = 5
        $0 += 1
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }

  @Test("a property without holders is deallocated, and its subscriptions end")
  func memory() {
    let (population, ended) = (Population(), Recorder<Population.Member, Never>())
    do {
      let property = Property(population.member())
      ended.subscribe(to: property)
      property.value = population.member()
      #expect(population.count == 2)
    }
    #expect(ended.isDisposed)
    #expect(ended.events.count == 2)
    #expect(Property(0).census.count == 0)
  }

  @Test("a value's deinit that uses its property does not deadlock")
  func deinits() {
    let population = Population()
    let property = Property<Population.Member?>(nil)
    let recorder = Recorder(property.changes.map { $0 == nil })
    property.value = population.member { [weak property] in property?.value = nil }
    property.value = population.member()
    property.update { $0 = nil }
    #expect(population.count == 0)
    #expect(property.value == nil)
    #expect(values(recorder).last == true)
  }

  @Test("an initial value and then a signal; the property ends with either")
  func initialThen() {
    let subject = PublishSubject<Int, Never>()
    let property = Property(initial: 0, then: subject)
    let recorder = Recorder(property)
    subject.send(1)
    property.value = 2
    subject.send(3)
    subject.sendCompleted()
    property.value = 4
    #expect(values(recorder) == [0, 1, 2, 3, 4])
    let other = PublishSubject<Int, Never>()
    _ = Property(initial: 0, then: other)
    #expect(other.census.count == 0)
  }

  @Test("a read-only property")
  func anyProperty() {
    let (first, second) = (Property(1), Property("a"))
    let double = first.map { 2 * $0 }
    let both = AnyProperty.combine(AnyProperty(first), second)
    let (doubles, pairs) = (Recorder(double), Recorder(both.map { "\($0.0)\($0.1)" }))
    first.value = 2
    second.value = "b"
    #expect(double.value == 4)
    #expect(both.value == (2, "b"))
    #expect(values(doubles) == [2, 4])
    #expect(values(pairs) == ["1a", "2a", "2b"])
    #expect(AnyProperty(value: 7).value == 7)
    #expect(Recorder(AnyProperty(value: 7)).events == [7, .completed])
    let subject = PublishSubject<Int, Never>()
    do {
      let fed = AnyProperty(initial: 0, then: subject)
      subject.send(5)
      #expect(fed.value == 5)
    }
    #expect(subject.census.count == 0)
  }
}
