import Switchboard
import Testing

@testable import SwitchboardLink

private struct Double1: WireEvent {
  static let wireName = "double"
  var number: Int
}
private struct Double2: WireEvent {
  static let wireName = "double"
  var text: String
}
private struct Long: DurableEvent {
  static let wireName = String(repeating: "w", count: 200)
  var number: Int
}

/// Names that a link refuses where the program gives them.
@Suite struct NameTests {
  private static func link(_ application: String = "shop") -> BusLink {
    BusLink(EventBus(), application: application, over: MemoryTransport(MemoryNetwork()))
  }

  private func expect(_ result: ExitTest.Result?, says words: String) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(words), "\(text)")
  }

  @Test func `R9: an application is short after it was escaped`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.link(String(repeating: "é", count: 34))
    }
    expect(result, says: "takes 204 bytes between processes")
  }

  @Test func `R9: a group is short after it was escaped`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.link().receive(Order.self, as: String(repeating: "g", count: 201))
    }
    expect(result, says: "takes 201 bytes between processes")
  }

  @Test func `R9: the name of a stream is short`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.link(String(repeating: "a", count: 60)).forward(Long.self)
    }
    expect(result, says: "has a name of 269 bytes")
  }

  @Test func `R9: two received types have two names`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let link = Self.link()
      link.receive(Double1.self)
      link.receive(Double2.self)
    }
    expect(result, says: "two types of this program have the wireName “double”")
  }
}
