import Dispatch
import Foundation
import LocalSockets
import Switchboard
import Testing

/// A connection that stays open by mistake makes its test wait, until the time limit fails it.
@Suite("Examples: local sockets", .timeLimit(.minutes(1)))
struct LocalSocketsTests {
  private let queue = DispatchQueue(label: "sockets")
  private let path = "/tmp/switchboard-\(UUID().uuidString).socket"

  @Test("a listener that is started late gets the connections, and their lines, that came before")
  func early() async throws {
    let count = 50  // Less than any system lets wait.
    let (listener, heard) = (try Listener(path: path), ReplaySubject<String, Never>(capacity: count, name: "heard"))
    defer { listener.close() }
    let clients = try (0..<count).map { _ in try connect(to: path) }
    for client in clients { client.send("early") }
    listener.connections.subscribe { [queue] connection in
      connection.lines.subscribe { heard.send($0) }
      connection.start(on: queue)
    }
    listener.start(on: queue)
    #expect(await heard.take(count).filter { $0 == "early" }.reduce(0) { count, _ in count + 1 }.first() == count)
    for client in clients { client.close() }
  }

  @Test("a connection whose peer has closed before it is started gets the lines, and then the end")
  func closedPeer() async throws {
    let listener = try Listener(path: path)
    defer { listener.close() }
    let client = try connect(to: path)
    client.send("last words")
    client.close()
    let heard = ReplaySubject<String, Never>(capacity: 2, name: "heard")
    listener.connections.subscribe { [queue] connection in
      connection.lines.subscribe(heard)
      connection.start(on: queue)
    }
    listener.start(on: queue)
    #expect(await heard.collect() == ["last words"])
  }

  @Test("a connection that is not started is closed by `close`, and by its last reference", arguments: [true, false])
  func unstarted(closes: Bool) async throws {
    let listener = try Listener(path: path)
    defer { listener.close() }
    listener.connections.subscribe { connection in
      if closes { connection.close() }
    }
    let client = try connect(to: path)
    let end = ended(client)
    client.start(on: queue)
    listener.start(on: queue)
    await end.wait()
    withExtendedLifetime(client) {}
  }

  @Test("a listener that was never started refuses its connections when it is closed")
  func closedListener() async throws {
    let listener = try Listener(path: path)
    let client = try connect(to: path)
    let end = ended(client)
    client.start(on: queue)
    listener.close()
    await end.wait()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Completes at the end of a connection, also for a subscriber that comes later.
  private func ended(_ connection: Connection) -> ReplaySubject<Void, Never> {
    let end = ReplaySubject<Void, Never>(capacity: 1, name: "end")
    connection.lines.subscribe(onCompleted: { end.sendCompleted() })
    return end
  }
}
