import Switchboard
import SwitchboardLinkTesting
import Testing

@testable import SwitchboardLink

/// One event that the engine cannot take stops neither its link nor the events after it.
@Suite struct OneBadEventTests {
  private struct Note: DurableEvent, Equatable {
    static let wireName = "note"
    var number: Int
    var subtype: String?
  }

  @Test(arguments: ["é", "x", "漢", "👋"])
  func `R9: a subtype of any length travels`(_ character: String) {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let notes = (1...3).map { Note(number: $0, subtype: String(repeating: character, count: 4000) + "\($0)") }
    let log = Log<Note>()
    for note in notes { b.bus.on(Note.self).subtype(note.subtype ?? "").next { log.append($0) } }
    b.link.receive(Note.self, as: "g")
    for note in notes { a.link.publish(note) { _ in } }
    world.advance()
    #expect(log.elements == notes)
    let stored = world.network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "note"))
    #expect(Set(stored.map(\.subjectText)).count == 3 && stored.allSatisfy { $0.subjectText.utf8.count < 2300 })
    for message in stored { #expect(WireSubject(text: message.subjectText)?.text == message.subjectText) }
  }

  @Test func `the hash of a subtype is the same in other languages`() {
    // The vectors of the authors of the hash.
    #expect(FNV1a128.digits(of: "") == "6C62272E07BB014262B821756295C58D")
    #expect(FNV1a128.digits(of: "a") == "D228CB696F1A8CAF78912B704E4A8964")
    #expect(WireText.escaped(subtype: String(repeating: "a", count: 2048)).count == 2048)
    #expect(WireText.escaped(subtype: String(repeating: "a", count: 2049)).hasPrefix("%h"))
  }

  @Test func `R9: an event for which the server ends the connection twice is refused, and no other`() {
    let world = World()
    let a = world.process()
    world.network.endConnections { $0.identity.hasSuffix("bad") }
    let (confirmed, failed) = (Log<Int>(), Log<LinkError>())
    for number in 1...40 {
      a.link.publish(Order(number: number), identity: number == 7 ? "bad" : "good \(number)") { result in
        switch result {
        case .success: confirmed.append(number)
        case .failure(let error): failed.append(error)
        }
      }
    }
    for _ in 0..<60 { world.advance(by: .seconds(1)) }
    #expect(Set(confirmed.elements) == Set(1...40).subtracting([7]))
    guard case .refused(let error)? = failed.elements.first, failed.elements.count == 1 else {
      Issue.record("\(failed.elements)")
      return
    }
    #expect(error.kind == .violation)
    // The first end, one in a group, two alone, and the connection that stays.
    #expect(a.link.census.connections == 5)
    let stored = world.network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "order"))
    #expect(Set(stored.map(\.identity)).count == 39 && stored.count == 39)
  }

  @Test(arguments: [1, 5])
  func `R9: cuts never make an event suspect for good`(_ count: Int) {
    let world = World()
    let a = world.process()
    let outcomes = Log<Bool>()
    world.network.holdBack { _ in true }
    for number in 1...count {
      a.link.publish(Order(number: number)) { result in outcomes.append((try? result.get()) != nil) }
    }
    for _ in 0..<20 {
      world.advance(by: .seconds(5))
      world.network.disconnectAll()
    }
    world.network.holdBack(nil)
    for _ in 0..<20 { world.advance(by: .seconds(1)) }
    #expect(outcomes.elements == Array(repeating: true, count: count))
  }

  @Test func `R9: a server that ends each connection is not asked without pauses`() {
    let world = World()
    let a = world.process()
    world.network.endConnections { _ in true }
    a.link.forward(Price.self)
    for number in 0..<600 {
      a.bus.dispatch(Price(item: "tea", cents: number))
      world.advance(by: .milliseconds(100))
    }
    // Pauses of 1 to 3 seconds after the first ones.
    #expect(a.link.census.connections > 10 && a.link.census.connections < 60)
  }

  @Test func `R9: a stream that cannot store stops no other, and gets few attempts`() {
    let world = World()
    let a = world.process()
    world.network.holdBack { $0.subject.name == "order" }
    let (orders, shipments) = (Log<Int>(), Log<Int>())
    for number in 1...100 {
      a.link.publish(Order(number: number)) { if case .success = $0 { orders.append(number) } }
      a.link.publish(Shipment(number: number, customer: "c")) { if case .success = $0 { shipments.append(number) } }
    }
    world.advance(by: .seconds(12))
    #expect(shipments.elements == Array(1...100) && orders.elements.isEmpty)
    // 100 events once, then one at a time with growing pauses.
    #expect(a.link.census.resent < 10)
    world.network.holdBack(nil)
    world.advance(by: .seconds(6))
    #expect(orders.elements == Array(1...100))
    let stored = world.network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "order"))
    #expect(stored.compactMap { WireIdentity($0.identity)?.number } == Array(stride(from: 1, to: 200, by: 2)))
  }
}
