import Foundation
import LocalSockets
import Testing

@Suite("Examples: the chat and the sensor hub")
struct SocketExamplesTests {
  /// A path that no other test uses, short enough for a socket.
  private static func path(_ name: String) -> String {
    "/tmp/switchboard-\(name)-\(ProcessInfo.processInfo.processIdentifier).socket"
  }

  @Test("guests hear each other, leave, and leave nothing behind when the room is closed")
  func chat() throws {
    let path = Self.path("chat")
    let room = try ExampleProgram("Chat", ["host", path])
    room.wait(for: "the room is open")
    let ann = try ExampleProgram("Chat", ["join", path, "ann"])
    ann.wait(for: "* ann is here")
    let bob = try ExampleProgram("Chat", ["join", path, "bob"])
    ann.wait(for: "* bob is here")
    ann.type("hello\n")
    bob.wait(for: "ann: hello")
    bob.type("bye\n")
    ann.wait(for: "bob: bye")
    try bob.closeInput()
    ann.wait(for: "* bob is gone")
    room.signal(SIGINT)
    #expect(bob.end().prefix(2) == ["* bob is here", "ann: hello"])
    #expect(
      ann.end() == [
        "* ann is here", "* bob is here", "ann: hello", "bob: bye", "* bob is gone", "* the room is closed",
      ])
    #expect(
      room.end() == [
        "the room is open", "ann is here", "bob is here", "bob is gone", "ann is gone",
        "the room is closed, with 0 subscriptions of guests",
      ])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a killed guest is gone, and the room's path can be used again after the room was killed")
  func killed() throws {
    let path = Self.path("killed")
    let first = try ExampleProgram("Chat", ["host", path])
    first.wait(for: "the room is open")
    let ann = try ExampleProgram("Chat", ["join", path, "ann"])
    first.wait(for: "ann is here")
    ann.signal(SIGKILL)
    first.wait(for: "ann is gone")
    // A path in use is refused, and a path that was left behind is not.
    _ = try ExampleProgram("Chat", ["host", path]).end(status: 1)
    first.signal(SIGKILL)
    first.exit(signal: SIGKILL)
    let second = try ExampleProgram("Chat", ["host", path])
    second.wait(for: "the room is open")
    second.signal(SIGTERM)
    #expect(second.end().last == "the room is closed, with 0 subscriptions of guests")
  }

  @Test("ctrl-C ends a guest and a loader by the signal, and the others see that they are gone")
  func interrupted() throws {
    let (roomPath, hubPath) = (Self.path("left"), Self.path("unloaded"))
    let room = try ExampleProgram("Chat", ["host", roomPath])
    room.wait(for: "the room is open")
    let ann = try ExampleProgram("Chat", ["join", roomPath, "ann"])
    ann.wait(for: "* ann is here")
    ann.signal(SIGINT)
    ann.exit(signal: SIGINT)
    room.wait(for: "ann is gone")
    room.signal(SIGINT)
    #expect(room.end().last == "the room is closed, with 0 subscriptions of guests")

    let hub = try ExampleProgram("SensorHub", ["hub", hubPath])
    hub.wait(for: "ready")
    let loader = try ExampleProgram("SensorHub", ["load", hubPath, "10", "1000000"])
    loader.signal(SIGINT)
    loader.exit(signal: SIGINT)
    hub.signal(SIGTERM)
    #expect(hub.end().last == "closed")
  }

  @Test(
    "a program whose output nobody reads ends, without a further line, and removes its path",
    arguments: [("Chat", "host", "the room is open"), ("SensorHub", "hub", "ready")])
  func closedPipe(name: String, verb: String, first: String) throws {
    let path = Self.path("pipe-\(verb)")
    let program = try ExampleProgram(name, [verb, path])
    program.wait(for: first)
    try program.closeOutput()
    program.exit()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a guest whose output nobody reads leaves the room")
  func closedGuest() throws {
    let path = Self.path("silent")
    let room = try ExampleProgram("Chat", ["host", path])
    room.wait(for: "the room is open")
    let ann = try ExampleProgram("Chat", ["join", path, "ann"])
    ann.wait(for: "* ann is here")
    try ann.closeOutput()
    ann.exit()
    room.wait(for: "ann is gone")
    room.signal(SIGINT)
    room.exit()
  }

  @Test(
    "runs in a tiny terminal, until ctrl-C or until the terminal is closed",
    arguments: [("Chat", "host", "the room is open"), ("SensorHub", "hub", "ready")])
  func tinyTerminal(name: String, verb: String, first: String) throws {
    for closes in [false, true] {
      let path = Self.path("tiny-\(verb)")
      var terminal: PseudoTerminal? = try PseudoTerminal(width: 10, height: 3)
      let program = try ExampleProgram(name, [verb, path], terminal: terminal)
      _ = try terminal?.read(until: first + "\r\n")
      if closes { terminal = nil } else { program.signal(SIGINT) }
      program.exit()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(
    "a wrong command line ends with the usage",
    arguments: [
      ("Chat", []), ("Chat", ["host"]), ("Chat", ["join", "x"]), ("Chat", ["join", "x", ""]), ("Chat", ["leave", "x"]),
      ("SensorHub", []), ("SensorHub", ["hub"]), ("SensorHub", ["load", "x", "0", "1"]),
      ("SensorHub", ["load", "x", "1", "many"]), ("SensorHub", ["load", "x", "1"]),
    ] as [(String, [String])])
  func usage(name: String, arguments: [String]) throws {
    let program = try ExampleProgram(name, arguments)
    #expect(program.end(status: 64).isEmpty)
    #expect(program.complaint().hasPrefix("usage: \(name) "))
  }

  @Test(
    "a failure ends with a reason and the status 1",
    arguments: [
      ("Chat", ["join", "/nowhere/room", "ann"], "start one first"),
      ("Chat", ["host", "/nowhere/room"], "cannot listen at /nowhere/room"),
      ("Chat", ["host", ""], "the path of a socket has 1 to"),
      ("Chat", ["host", String(repeating: "x", count: 200)], "the path of a socket has 1 to"),
      ("SensorHub", ["load", "/nowhere/hub", "1", "1"], "start one first"),
      ("SensorHub", ["load", "x", "2147483647", "1"], "raise the limit"),
    ] as [(String, [String], String)])
  func failures(name: String, arguments: [String], reason: String) throws {
    let program = try ExampleProgram(name, arguments)
    #expect(program.end(status: 1).isEmpty)
    #expect(program.complaint().contains(reason))
  }

  @Test("the hub serves a thousand connections, or as many as the system allows, and no subscription is left")
  func hub() throws {
    // The programs inherit the limit of this process.
    let count = raiseFileLimit(for: 1000)
    let path = Self.path("hub")
    let hub = try ExampleProgram("SensorHub", ["hub", path])
    hub.wait(for: "ready")
    let loader = try ExampleProgram("SensorHub", ["load", path, "\(count)", "3"])
    #expect(loader.end() == ["\(count) connections received \(count * 3) readings"])
    hub.wait(for: "\(count) subscribers came, and all have left")
    hub.signal(SIGINT)
    #expect(hub.end() == ["ready", "\(count) subscribers came, and all have left", "closed"])
  }

  @Test("where the system allows few open files, the hub says how many connections it can serve, and serves them")
  func limit() throws {
    let path = Self.path("limit")
    let hub = try ExampleProgram("SensorHub", ["hub", path], fileLimit: 100)
    hub.wait(for: "ready")
    let loader = try ExampleProgram("SensorHub", ["load", path, "36", "1"])
    #expect(loader.end() == ["36 connections received 36 readings"])
    hub.signal(SIGINT)
    #expect(hub.end().last == "closed")
    #expect(hub.complaint().hasPrefix("the hub can serve 36 connections: 10000 connections need 10064 open files"))
  }
}
