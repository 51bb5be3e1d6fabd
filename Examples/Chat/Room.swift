import LocalSockets
import Switchboard

struct Said: Event {
  var name: String
  var text: String
}
struct Joined: Event { var name: String }
struct Left: Event { var name: String }
struct Closing: Event {}

/// Somebody in the room: what happens on the bus is a line on the connection, and each line is an event.
///
/// Nothing but the connection keeps a guest. When the connection ends, the guest is deallocated, and the guest's
/// subscriptions to the bus end.
final class Guest: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  private let name: String
  private let connection: Connection

  /// Adds a guest to the room. The first line of a connection is the guest's name.
  static func admit(_ connection: Connection, to room: EventBus) {
    connection.lines.take(1).subscribe { name in
      let guest = Guest(name, connection, room)
      connection.lines.subscribe(
        onNext: { room.dispatch(Said(name: guest.name, text: $0)) },
        onCompleted: { room.dispatch(Left(name: guest.name)) })
      room.dispatch(Joined(name: name))
    }
  }

  private init(_ name: String, _ connection: Connection, _ room: EventBus) {
    (self.name, self.connection) = (name, connection)
    room.subscribe(Joined.self, owner: self) { guest, event in guest.connection.send("* \(event.name) is here") }
    room.subscribe(Left.self, owner: self) { guest, event in guest.connection.send("* \(event.name) is gone") }
    room.subscribe(Said.self, owner: self) { guest, event in guest.connection.send("\(event.name): \(event.text)") }
    room.subscribe(Closing.self, owner: self) { guest, _ in
      guest.connection.send("* the room is closed")
      guest.connection.close()
    }
  }
}
