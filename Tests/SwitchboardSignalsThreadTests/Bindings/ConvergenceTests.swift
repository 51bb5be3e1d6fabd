import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// The ways in which properties are bound together.
private enum Web: CaseIterable, Sendable, CustomTestStringConvertible {
  case two, chain, ring, everybody, channel, channels, mixedRing

  var testDescription: String { "\(self)" }

  /// - Returns: The bindings, which the caller has to keep.
  func bind(_ properties: [Property<Int>]) -> [Subscription] {
    let count = properties.count
    switch self {
    case .two: return [properties[0].bind(twoWay: properties[1])]
    case .chain: return zip(properties, properties.dropFirst()).map { $0.bind(twoWay: $1) }
    case .ring: return (0..<count).map { properties[$0].bind(twoWay: properties[($0 + 1) % count]) }
    case .everybody:
      return properties.indices.flatMap { left in
        (left + 1..<count).map { properties[left].bind(twoWay: properties[$0]) }
      }
    case .channel: return bind(properties[0], properties[1])
    case .channels: return zip(properties, properties.dropFirst()).flatMap { bind($0, $1) }
    case .mixedRing:
      return Web.chain.bind(properties) + bind(properties[count - 1], properties[0])
    }
  }

  var count: Int { self == .two || self == .channel ? 2 : 4 }

  private func bind(_ left: Property<Int>, _ right: Property<Int>) -> [Subscription] {
    let (first, second) = (Channel<Int, Never>(), Channel<Int, Never>())
    return [
      left.bind(twoWay: first.leading), second.leading.bind(twoWay: first.following),
      right.bind(twoWay: second.following),
    ]
  }
}

@Suite("R4, R6 Two-way bindings: many writers on all ends")
struct ConvergenceTests {
  @Test("all ends get the value of the last write, and no value circulates", arguments: Web.allCases)
  fileprivate func converges(web: Web) throws {
    var rng = SeededGenerator(seed: 7)
    for _ in 0..<rounds(60) {
      let properties = (0..<web.count).map { Property($0) }
      let bindings = web.bind(properties)
      let deliveries = properties.map { property in
        let counter = Counter()
        property.changes.subscribe { _ in counter.increment() }
        return counter
      }
      let writes = 20
      let plans = (0..<4).map { writer in
        (0..<writes).map { (rng.below(web.count), 1000 * writer + $0, rng.below(4)) }
      }
      try onThreads(
        plans.map { plan in
          {
            for (place, value, way) in plan {
              if way == 0 { properties[place].update { $0 = value } } else { properties[place].value = value }
            }
          }
        })
      let values = Set(properties.map(\.value))
      #expect(values.count == 1, "\(values)")
      // The value is the last write of some writer, so no overwritten value has come back.
      #expect(plans.contains { values.contains($0[writes - 1].1) })
      for counter in deliveries { #expect(counter.value <= 4 * writes) }
      // Later writes still reach every property.
      for (number, property) in properties.enumerated() {
        property.value = -1 - number
        #expect(properties.allSatisfy { $0.value == -1 - number })
      }
      for binding in bindings { binding.dispose() }
      #expect(properties.allSatisfy { $0.census.count == 1 })
    }
  }

  @Test(
    "bound, disposed and written at the same time: all properties that are bound in the end agree",
    arguments: Web.allCases)
  fileprivate func bindingRaces(web: Web) throws {
    for round in 0..<rounds(400) {
      let properties = (0..<web.count).map { Property($0) }
      let bindings = Guarded<[Subscription]>([])
      try onThreads([
        {
          if round.isMultiple(of: 3) { for binding in web.bind(properties) { binding.dispose() } }
          let made = web.bind(properties)
          bindings.with { $0 = made }
        },
        { for value in 0..<20 { properties[0].value = value } },
        { for value in 0..<20 { properties[1].update { $0 += value } } },
      ])
      #expect(Set(properties.map(\.value)).count == 1)
      for binding in bindings.with({ $0 }) { binding.dispose() }
    }
  }

  @Test("handlers and writers that share a lock of the program", arguments: Web.allCases)
  fileprivate func foreignLock(web: Web) throws {
    let properties = (0..<web.count).map { Property($0) }
    let bindings = web.bind(properties)
    let lock = NSRecursiveLock()
    for property in properties { property.subscribe { _ in lock.withLock {} } }
    let count = rounds(500)
    try onThreads(
      properties.map { property in
        { for value in 0..<count { lock.withLock { property.value = value } } }
      })
    #expect(Set(properties.map(\.value)).count == 1)
    for binding in bindings { binding.dispose() }
  }

  @Test("one side is deallocated while the other is written: the binding ends, and what joined them is released")
  func deathRace() throws {
    for _ in 0..<rounds(200) {
      let kept = Property(0)
      let doomed = Guarded<Property<Int>?>(Property(1))
      let channel = Channel<Int, Never>()
      let ends = Counter()
      channel.leading.subscribe(onCompleted: { ends.increment() })
      let bindings = doomed.with { $0 }.map { [$0.bind(twoWay: channel.leading), kept.bind(twoWay: $0)] }
      try onThreads([
        { for value in 0..<20 { kept.value = value } },
        { channel.following.send(7) },
        {
          let last = doomed.with { doomed in
            let last = doomed
            doomed = nil
            return last
          }
          withExtendedLifetime(last) {}
        },
      ])
      #expect(bindings?.allSatisfy(\.isDisposed) == true)
      #expect(kept.census.count == 0)
      #expect(ends.value == 1)
    }
  }
}
