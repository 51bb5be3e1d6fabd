import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("Filters")
struct FilterTests {
  private static let trace = Script.trace { t in
    t.subscribe(17, "ticks", 5, at: "App/Form.swift:12")
    var flow: UInt64 = 0
    t.send("ticks", 5, at: "App/Clock.swift:8", .error) {
      t.deliver(17, from: 5, at: "App/Form.swift:12", .error)
      t.send("my, own", 6, at: "App/Form.swift:13")
      flow = t.hop(at: "App/Form.swift:14")
    }
    t.send("ticks", 5, at: "Lib/Platform.swift:12")
    t.on(2) { t.arrive(at: "App/Form.swift:14", flow) { t.send("late", 7, at: "App/Late.swift:1") } }
  }

  private func kinds(_ filter: String) throws -> String {
    var filter = try TraceFilter(filter)
    return Self.trace.records.filter { filter.matches($0, Self.trace.symbols) }.map(\.kind.name).joined(separator: " ")
  }

  @Test(
    "all terms must hold, and one value of each",
    arguments: [
      ("kind=subscribe,hop", "subscribe hop"), ("event=error", "send deliver"), ("kind=send event=error", "send"),
      ("site=Form.swift:12", "subscribe deliver"), ("site=App/Form.swift:13", "send"),
      ("site=Form.swift kind=send", "send"), ("site=orm.swift", ""), ("label=ticks", "subscribe send send"),
      ("label=\"my, own\"", "send"), ("label=t*s kind=subscribe", "subscribe"), ("label=*own", "send"),
      ("label=PublishSubject<* registry=7", "send"), ("thread=2", "arrive send end end"), ("registry=6", "send"),
      ("subscription=17", "subscribe deliver"), ("flow=2", "send end"),
      ("flow-of=1", "send deliver send end hop end arrive send end end"),
      ("flow-of=Form.swift:14", "arrive send end end"),
      ("", "subscribe send deliver send end hop end send end arrive send end end"),
    ])
  func matches(filter: String, expected: String) throws {
    #expect(try kinds(filter) == expected, "\(filter)")
  }

  @Test(
    "errors name the valid words",
    arguments: [
      ("knd=send", "“knd” is not a key. Valid keys: kind, event, site, label"),
      ("kind=sent", "“sent” is not a valid kind. Valid: send, start, replay, arrive, scope, end"),
      ("event=x", "“x” is not a valid event. Valid: value, error, completed, ended"),
      ("registry=ticks", "“ticks” is not a number. Write registry as a number, such as registry=5"),
      ("send", "“send” is not a term"),
      ("kind=", "kind= has no value"), ("kind=send,", "kind= has no value"),
      ("label=\"x", "a quotation mark is missing at the end"),
    ])
  func errors(filter: String, message: String) {
    let error = #expect(throws: TraceFilterError.self) { try TraceFilter(filter) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
