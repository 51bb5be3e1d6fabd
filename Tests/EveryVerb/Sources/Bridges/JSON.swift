import Foundation
import Switchboard
import SwitchboardFoundation

private struct User: Codable, Sendable, Equatable { var name: String }
private struct Unwritable: Encodable {
  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "No."))
  }
}

func jsonEvents() throws {
  let (bus, heard, failures) = (EventBus(), Log<String>(), Log<any Error>())
  bus.failures.subscribe { failures.add($0.error) }
  bus.on(json: "login", as: User.self).next { heard.add($0.name) }
  bus.on(json: "login", as: User.self).priority(-1).tryNext { if $0.name == "bob" { throw Fault.late } }
  let results = Recorder(
    bus.on(json: "login", as: User.self, decoder: JSONDecoder()).results.map { result in
      switch result {
      case .success(let user): user.name
      case .failure(let error): error.codingPath.joined(separator: ".")
      }
    })
  check(try bus.dispatch(json: "login", User(name: "ann")), "a dispatch with a subscriber returns true")
  check(bus.dispatch(JSONEvent("login", text: #"{"name": "bob"}"#)), "for text too")
  check(bus.dispatch(JSONEvent("login", data: Data("{}".utf8))), "for data too")
  check(
    try !bus.dispatch(json: "other", User(name: "cy"), encoder: JSONEncoder()),
    "a dispatch without a subscriber returns false")
  check(heard.entries, is: ["ann", "bob"], "payloads are read as a type")
  check(results.text, is: "ann bob name", "the signal of results sends values and errors")
  check(failures.entries.first as? Fault, is: .late, "a handler may throw")
  guard let error = failures.entries.last as? JSONEventError else {
    return check(false, "a payload that does not decode goes to the failures")
  }
  check([error.name, error.payload], is: ["login", "User"], "the error has the name of the event and the type")
  check(error.codingPath, is: ["name"], "the error has the coding path")
  check(error.description.contains(error.reason), "the description of the error has the reason: \(error)")
  check(error.underlying is DecodingError, "the error has the coder's error")

  let event = try JSONEvent("login", encoding: User(name: "dee"))
  check(try event.decode(User.self), is: User(name: "dee"), "an event is read by hand")
  check(event.subtype, is: "login", "its name is its subtype")
  check(event.name + String(decoding: event.data, as: UTF8.self), is: #"login{"name":"dee"}"#, "its data is JSON")
  do throws(JSONEventError) {
    _ = try JSONEvent("login", encoding: Unwritable())
    check(false, "it has to throw")
  } catch {
    check(error.payload, is: "Unwritable", "a value that does not encode throws")
  }
}

func jsonSelections() async throws {
  let (bus, heard, gate) = (EventBus(), Log<String>(), Gate())
  bus.on(json: "login", as: User.self).next(on: MainActor.self) { user in
    MainActor.assertIsolated()
    heard.add("main \(user.name)")
    gate.open()
  }
  bus.on(json: "login", as: User.self).once().task { user in
    await Task.yield()
    heard.add("task \(user.name)")
  }
  try await bus.deliver(JSONEvent("login", encoding: User(name: "ann")))
  await gate.pass()
  check(Set(heard.entries), is: ["main ann", "task ann"], "both have it when it has been delivered")
  do throws(EventDeliveryError) {
    try await bus.deliver(JSONEvent("login", text: "1"))
    check(false, "it has to throw")
  } catch {
    check(error.failures.count, is: 1, "an awaited delivery throws the failure")
  }
}
