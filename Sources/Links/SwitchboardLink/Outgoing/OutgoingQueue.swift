internal import SwitchboardBroadcast

/// The events that wait to be sent, in lanes that do not hold up each other.
final class OutgoingQueue: Sendable {
  /// The lane of live events, requests and answers.
  let live: OutgoingLane
  private let rules: OutgoingRules
  private struct State {
    var lanes: [OutgoingLane] = []
    var isClosed = false
  }
  private let streams = Lock(State())

  init(_ rules: OutgoingRules) {
    self.rules = rules
    live = OutgoingLane(0, nil, rules)
  }

  /// All lanes, the live one first.
  var lanes: [OutgoingLane] { [live] + streamLanes }

  /// The lanes of streams, in the order of their making. Each has the index of its place, from 1.
  var streamLanes: [OutgoingLane] { streams.withLock { $0.lanes } }

  /// Returns the lane of a stream. O(streams).
  func lane(of stream: StreamSettings) -> OutgoingLane {
    streams.withLock { state in
      if let lane = state.lanes.first(where: { $0.stream == stream }) { return lane }
      let lane = OutgoingLane(state.lanes.count + 1, stream, rules)
      if state.isClosed { lane.close() }
      state.lanes.append(lane)
      return lane
    }
  }

  /// The numbers of events that wait to be sent, that are not confirmed, and that were dropped since the last call of
  /// ``takeDropped()``. O(streams).
  var counts: (waiting: Int, unconfirmed: Int, dropped: Int) {
    lanes.map(\.counts).reduce((0, 0, 0)) { ($0.0 + $1.waiting, $0.1 + $1.unconfirmed, $0.2 + $1.dropped) }
  }

  /// Returns the number of events dropped since the last call.
  func takeDropped() -> Int { lanes.reduce(0) { $0 + $1.takeDropped() } }

  /// Accepts nothing more.
  func close() {
    streams.withLock { $0.isClosed = true }
    for lane in lanes { lane.close() }
  }
}
