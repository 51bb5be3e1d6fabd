import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Binding: two ways between properties")
struct TwoWayTests {
  private func record<Value>(_ property: Property<Value>) -> Recorder<Value, Never> { Recorder(property.changes) }

  @Test("the left side takes the right side's value; then each takes the other's values, once")
  func leftTakesRight() {
    let (left, right) = (Property(1), Property(2))
    left.value = 3
    let (lefts, rights) = (record(left), record(right))
    left.bind(twoWay: right)
    #expect(lefts.events == [2])
    #expect(rights.events == [])
    left.value = 4
    right.value = 5
    right.update { $0 += 1 }
    #expect(lefts.events == [2, 4, 5, 6])
    #expect(rights.events == [4, 5, 6])
  }

  @Test("after a disposal or a deallocation no value crosses, and neither side keeps the other")
  func ends() {
    let left = Property(0)
    var right: Property<Int>? = Property(1)
    let binding = right.map { left.bind(twoWay: $0) }
    right = nil
    #expect(binding?.isDisposed == true)
    #expect(left.census.count == 0)
    let other = Property(2)
    let second = left.bind(twoWay: other)
    second.dispose()
    left.value = 9
    #expect(other.value == 2)
    #expect(left.census.count == 0)
    #expect(other.census.count == 0)
  }

  @Test("a chain of four settles after one pass: each property is set once")
  func chain() {
    let chain = (0..<4).map { Property($0) }
    for (left, right) in zip(chain, chain.dropFirst()) { left.bind(twoWay: right) }
    // Earlier bindings pass on the value that a later binding sets.
    #expect(chain.map(\.value) == [3, 3, 3, 3])
    let recorders = chain.map(record)
    for (position, property) in chain.enumerated() {
      property.value = 10 + position
      #expect(chain.map(\.value) == Array(repeating: 10 + position, count: 4))
    }
    #expect(recorders.map(\.events) == Array(repeating: [10, 11, 12, 13], count: 4))
  }

  @Test("bound from the right, a chain has the value of its right end")
  func chainFromTheRight() {
    let chain = (0..<4).map { Property($0) }
    for (left, right) in zip(chain, chain.dropFirst()).reversed() { left.bind(twoWay: right) }
    #expect(chain.map(\.value) == [3, 3, 3, 3])
  }

  @Test("a left side that was written after the right side, and has other bindings, takes the value with its partners")
  func takesWithOthers() {
    let (outer, left, right, beyond) = (Property(0), Property(1), Property(2), Property(3))
    right.bind(twoWay: beyond)
    outer.bind(twoWay: left)
    left.value = 7
    let recorder = record(beyond)
    left.bind(twoWay: right)
    #expect([outer, left, right, beyond].map(\.value) == [3, 3, 3, 3])
    #expect(recorder.events == [])
    for (number, property) in [beyond, outer, right, left].enumerated() {
      property.value = number
      #expect([outer, left, right, beyond].map(\.value) == [number, number, number, number])
    }
    #expect(recorder.events == [0, 1, 2, 3])
  }

  @Test("a circle settles: each property is set once", arguments: 3...6)
  func circle(count: Int) {
    let ring = (0..<count).map { Property($0) }
    for number in 0..<count { ring[number].bind(twoWay: ring[(number + 1) % count]) }
    #expect(Set(ring.map(\.value)).count == 1)
    let recorders = ring.map(record)
    ring[1].value = 100
    ring[0].value = 200
    #expect(recorders.allSatisfy { $0.events == [100, 200] })
    withExtendedLifetime(ring) {}
  }

  @Test("with a handler that sets the other side, both sides end with one value")
  func handlerSets() {
    let (left, right) = (Property(0), Property(0))
    left.bind(twoWay: right)
    right.changes.subscribe { [weak left] value in if value < 5 { left?.value = value + 1 } }
    left.value = 1
    #expect(left.value == 5)
    #expect(right.value == 5)
  }

  @Test("binding a property to itself, or the same two twice, traps and says what to do")
  func refused() async {
    let itself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = Property(0)
      property.bind(twoWay: property)
    }
    #expect(itself?.says("cannot bind a value to itself") == true)
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (left, right) = (Property(0), Property(0))
      left.bind(twoWay: right)
      right.bind(twoWay: left)
    }
    #expect(twice?.says("dispose the first binding") == true)
  }

  @Test("the same two may be bound again after the first binding has ended")
  func again() {
    let (left, right) = (Property(0), Property(1))
    for number in 2..<5 {
      let binding = left.bind(twoWay: right)
      left.value = number
      #expect(right.value == number)
      binding.dispose()
    }
  }
}
