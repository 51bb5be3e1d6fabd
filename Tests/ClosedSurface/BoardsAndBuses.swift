import Switchboard
import SwitchboardFoundation

func boards(_ board: DataBoard, _ key: BoardKey<Int>, _ pause: BoardPause) {
  _ = board.core  // closed
  _ = BoardBatch()  // closed
  _ = BoardPause()  // closed
  _ = BoardHandle<Int>()  // closed
  _ = board.handle(for: key).core  // closed
  _ = WhiteBoard()  // closed
  WhiteBoard.shared = board  // closed
  board.batch { batch in batch.writes.removeAll() }  // closed
  pause.isDisposed = true  // closed
  _ = BoardCensus()  // closed
  var census = board.census
  census.keys = 0  // closed
  census = board.census
}

class Board: DataBoard {}  // closed

struct Happened: Event {}

func buses(_ bus: EventBus) {
  _ = bus.core  // closed
  _ = EventSelection<Happened>()  // closed
  _ = bus.on(Happened.self).core  // closed
  _ = bus.on(Happened.self).isSupertype  // closed
  _ = EventDelivery()  // closed
  _ = EventDeliveryError(failures: [])  // closed
  _ = DispatchTarget()  // closed
  EventBus.shared = bus  // closed
  bus.parent = nil  // closed
  _ = BusCensus()  // closed
  var census = bus.census
  census.topics = 0  // closed
  census = bus.census
}

class Bus: EventBus {}  // closed

func bridges(_ bus: EventBus, _ bridge: NotificationBridge) {
  _ = JSONSelection<Int>(bus.on(JSONEvent.self))  // closed
  _ = bus.on(json: "a", as: Int.self).decoder  // closed
  _ = bridge.listeners  // closed
}
