import Foundation
import Switchboard
import SwitchboardFoundation
import SwitchboardTestSupport
import Testing

private struct Login: Codable, Equatable, Sendable {
  struct Role: Codable, Equatable, Sendable { var name: String }
  var user: String
  var roles: [Role]
}

/// A part of `Login`, as another module may decode it.
private struct Named: Decodable, Sendable { var user: String }

@Suite("Bridges: JSON events")
struct JSONEventTests {
  let bus = EventBus(name: "bus")
  let seen = Journal<String>()
  let failures = Journal<String>()

  init() {
    bus.failures.subscribe { [failures] failure in
      guard let error = failure.error as? JSONEventError else { return failures.add("\(failure.error)") }
      failures.add("\(error.name) \(error.payload) \(error.codingPath.joined(separator: "."))")
    }
  }

  @Test("subscribers that know the name and the shape get the payload, each as the type it asks for")
  func payloads() throws {
    bus.on(json: "login", as: Login.self).next { [seen] login in seen.add("\(login.user) \(login.roles.count)") }
    bus.on(json: "login", as: Named.self).priority(1).next { [seen] named in seen.add("hello \(named.user)") }
    bus.on(json: "logout", as: Named.self).next { [seen] _ in seen.add("no") }
    #expect(try bus.dispatch(json: "login", Login(user: "ann", roles: [.init(name: "admin")])))
    bus.dispatch(JSONEvent("login", text: #"{"user": "bob", "roles": [], "more": 1}"#))
    #expect(seen.entries == ["hello ann", "ann 1", "hello bob", "bob 0"])
    #expect(failures.entries == [])
    #expect(try JSONEvent("login", encoding: ["user": "eve"]).decode([String: String].self) == ["user": "eve"])
  }

  @Test(
    "a payload that does not decode goes to the bus's failures with name and coding path; other subscribers get theirs",
    arguments: [
      (#"{"user": "ann", "roles": [{"name": "a"}, {"name": 1}]}"#, "roles.[1].name"),
      (#"{"user": "ann", "roles": [{}]}"#, "roles.[0].name"),
      (#"{"user": "ann"}"#, "roles"),
      (#"{"user": "ann", "roles": null}"#, "roles"),
    ])
  func undecodable(json: String, path: String) {
    let first = bus.on(json: "login", as: Login.self).priority(1).next { [seen] _ in seen.add("login") }
    bus.on(json: "login", as: Named.self).next { [seen] named in seen.add(named.user) }
    bus.dispatch(JSONEvent("login", text: json))
    #expect(seen.entries == ["ann"])
    #expect(failures.entries == ["login Login \(path)"])
    // A payload that does not decode does not end the subscription.
    #expect(!first.isDisposed)
    bus.dispatch(JSONEvent("login", text: #"{"user": "bob", "roles": []}"#))
    #expect(seen.entries == ["ann", "login", "bob"])
  }

  @Test("text that is not JSON gives an error with an empty path and a reason")
  func noJSON() throws {
    for text in ["", "nonsense", "[1", "\u{0}"] {
      let error = #expect(throws: JSONEventError.self) { try JSONEvent("e", text: text).decode(Login.self) }
      #expect(error?.codingPath == [])
      #expect(error?.reason.isEmpty == false)
      #expect(error?.description.hasPrefix("invalid payload of the event “e” (Login): ") == true)
    }
    let error = #expect(throws: JSONEventError.self) { try JSONEvent("e", encoding: ["a": Double.nan]) }
    #expect(error?.codingPath == ["a"])
  }

  @Test("an awaited delivery throws the error to its caller; so does an asynchronous handler's error")
  func delivered() async throws {
    bus.on(json: "login", as: Login.self).task { [seen] login in seen.add(login.user) }
    let event = JSONEvent("login", text: "{}")
    let error = await #expect(throws: EventDeliveryError.self) { try await bus.deliver(event) }
    #expect((error?.failures.first?.error as? JSONEventError)?.codingPath == ["user"])
    #expect(failures.entries == [])
    try await bus.deliver(JSONEvent("login", text: #"{"user": "ann", "roles": []}"#))
    #expect(seen.entries == ["ann"])
  }

  @Test("the signal has failures among its values")
  func results() {
    bus.on(json: "login", as: Named.self).results.subscribe { [seen] result in
      switch result {
      case .success(let named): seen.add(named.user)
      case .failure(let error): seen.add(error.codingPath.joined())
      }
    }
    bus.dispatch(JSONEvent("login", text: "{}"))
    bus.dispatch(JSONEvent("login", text: #"{"user": "ann"}"#))
    #expect(seen.entries == ["user", "ann"])
    #expect(failures.entries == [])
  }

  @Test("handlers on the main actor, custom decoders, handlers that throw")
  @MainActor func others() throws {
    struct Refused: Error {}
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Snake: Decodable, Sendable { var firstName: String }
    bus.on(json: "snake", as: Snake.self, decoder: decoder).next(on: MainActor.self) { [seen] snake in
      seen.add(snake.firstName)
    }
    bus.on(json: "snake", as: Snake.self, decoder: decoder).once().tryNext { _ in throw Refused() }
    bus.dispatch(JSONEvent("snake", text: #"{"first_name": "ann"}"#))
    bus.dispatch(JSONEvent("snake", text: #"{"first_name": "bob"}"#))
    #expect(seen.entries == ["ann", "bob"])
    #expect(failures.entries == ["Refused()"])
  }
}
