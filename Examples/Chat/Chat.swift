import Foundation
import LocalSockets
import Switchboard
import SwitchboardFoundation

/// A chat over a Unix socket: one program is the room, and each guest is another.
@main
struct Chat {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("host", 2): try await host(arguments[1])
      case ("join", 3) where !arguments[2].isEmpty: try await join(arguments[1], arguments[2])
      default: fail("usage: Chat host PATH\n       Chat join PATH NAME", status: 64)
      }
    } catch {
      fail("\(error)", status: 1)
    }
  }

  /// Runs a room until ctrl-C or SIGTERM, or until nobody reads the output.
  private static func host(_ path: String) async throws {
    let room = EventBus(name: "room")
    // All connections share one queue, so all guests see one order of events.
    let queue = DispatchQueue(label: "room")
    let listener = try Listener(path: path)
    listener.connections.subscribe { connection in
      Guest.admit(connection, to: room)
      connection.start(on: queue)
    }
    room.subscribe(Joined.self) { say("\($0.name) is here") }
    room.subscribe(Left.self) { say("\($0.name) is gone") }
    listener.start(on: queue)

    let (process, end) = (EventBus(name: "process"), ReplaySubject<Void, Never>(capacity: 1, name: "end"))
    process.on(ProcessEvent.self).next { _ in end.send() }
    let lifecycle = try ProcessLifecycle([.interrupt, .terminate], to: process)
    whenOutputCloses { end.send() }
    say("the room is open")
    await end.first()
    listener.close()
    queue.sync { _ = room.dispatch(Closing()) }
    say("the room is closed, with \(room.census.subscriptions - 2) subscriptions of guests")
    lifecycle.dispose()
  }

  /// Sends the lines of the input, and prints what happens, until the input, the output or the room ends.
  private static func join(_ path: String, _ name: String) async throws {
    let connection = try connect(to: path)
    connection.lines.subscribe { say($0) }
    connection.start(on: DispatchQueue(label: "guest"))
    connection.send(name)
    let end = Signal<Void, Never> { observer, bag in
      bag.add(connection.lines.subscribe(onCompleted: { observer.sendCompleted() }))
    }
    whenOutputCloses { connection.close() }
    Thread.detachNewThread {
      var rest: [UInt8] = []
      while case let piece = FileHandle.standardInput.availableData, !piece.isEmpty {
        rest += piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          connection.send(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeFirst(end + 1)
        }
      }
      connection.close()
    }
    await end.wait()
  }
}
