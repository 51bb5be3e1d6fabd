import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

@testable import SwitchboardSignals

/// The other side of a binding. It writes while the property is being bound, as another thread may: after it has sent
/// its first value, and before it listens to the property.
private struct BusyPartner: TwoWayEnd {
  final class Identity: Sendable {}

  let first: Change<Int>
  let writesMeanwhile: @Sendable () -> Void
  let heard = Guarded<[Int]>([])
  let bindings = BindingList()
  let own = Identity()

  var identity: ObjectIdentifier { ObjectIdentifier(own) }
  func current() -> Change<Int>? { first }
  func receive(_ change: Change<Int>, fileID: StaticString, line: UInt32) {
    heard.with { $0.append(change.isSilent ? -change.value : change.value) }
  }
  func adopt(_ change: Change<Int>, fileID: StaticString, line: UInt32) {}
  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Int>) -> Void,
    _ onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    onChange(first)
    writesMeanwhile()
  }
  func partnerEnded(_ error: (any Error)?, fileID: StaticString, line: UInt32) {}
  func reference(from other: any TwoWayEnd) -> @Sendable () -> BusyPartner? { { self } }
}

@Suite("Binding: two ways, written while being bound")
struct TwoWayRaceTests {
  @Test("a write after the partner's first value, before the partner listens, does not count as the partner's")
  func writeOfItsOwn() {
    let property = Property(1)
    let partner = BusyPartner(first: Change(5, .next()), writesMeanwhile: { property.value = 7 })
    // The partner and the property hold each other.
    let binding = property.bind(toRight: partner, fileID: #fileID, line: #line)
    defer { binding.dispose() }
    // The property took 5 and lost it to 7. The binding begins with the partner's value, so the property is 5 again.
    #expect(property.value == 5)
    #expect(partner.heard.with { $0 } == [5])
    property.value = 8
    #expect(partner.heard.with { $0 } == [5, 8])
  }

  @Test("a value that the partner has already passed on is not taken twice")
  func knownAlready() {
    let property = Property(1)
    let changes = Recorder(property.changes)
    let partner = BusyPartner(first: Change(5, .next()), writesMeanwhile: {})
    let binding = property.bind(toRight: partner, fileID: #fileID, line: #line)
    defer { binding.dispose() }
    #expect(changes.events == [5])
    #expect(partner.heard.with { $0 } == [-5])
  }
}
