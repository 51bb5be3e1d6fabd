import Switchboard

extension MarbleInputs {
  @MarbleTable var share: [MarbleDiagram] {
    MarbleDiagram(
      "publish", [.request: [5: 1, 15: 2, 25: 3, 35: .completed]],
      subscribers: [0: [5: 1, 15: 2, 25: 3, 35: .completed], 10: [15: 2, 25: 3, 35: .completed]]
    ) {
      request.publish().autoconnect()
    }
    MarbleDiagram(
      "multicast", [.request: [5: 1, 12: 2, 19: 3, 36: .completed]],
      subscribers: [
        0: [13: 1, 20: 2, 27: 3, 44: .completed], 8: [13: 1, 20: 2, 27: 3, 44: .completed],
        33: [33: 2, 33: 3, 44: .completed],
      ],
      subscribed: [.request: [8...44]]
    ) {
      request.multicast(ReplaySubject<Int, Fault>(capacity: 2)).autoconnect(after: 2)
    }
    MarbleDiagram(
      "replay", [.request: [5: 1, 12: 2, 32: 3, 40: .completed]],
      subscribers: [0: [5: 1, 12: 2, 32: 3, 40: .completed], 20: [20: 1, 20: 2, 32: 3, 40: .completed]]
    ) {
      request.replay()
    }
    MarbleDiagram(
      "replayLast", [.request: [5: 1, 12: 2, 32: 3, 40: .completed]],
      subscribers: [0: [5: 1, 12: 2, 32: 3, 40: .completed], 20: [20: 2, 32: 3, 40: .completed]]
    ) {
      request.replayLast()
    }
    MarbleDiagram(
      "replayLazily", [.request: [5: 1, 12: 2, 25: 3, 33: .completed]],
      subscribers: [7: [12: 1, 19: 2, 32: 3, 40: .completed], 24: [24: 1, 24: 2, 32: 3, 40: .completed]],
      subscribed: [.request: [7...40]]
    ) {
      request.replayLazily()
    }
    MarbleDiagram(
      "share(replay:)", [.request: [5: 1, 12: 2, 25: 3, 33: .completed]],
      subscribers: [7: [12: 1, 19: 2, 32: 3, 40: .completed], 24: [24: 2, 32: 3, 40: .completed]],
      subscribed: [.request: [7...40]]
    ) {
      request.share(replay: 1)
    }
    MarbleDiagram(
      "share(keepingConnected:)", [.request: [5: 1, 9: 2, 36: 3]],
      subscribers: [0: [5: 1, 5: .completed], 8: [9: 2, 9: .completed], 25: [30: 1, 30: .completed]],
      subscribed: [.request: [0...19, 25...40]]
    ) {
      request.share(keepingConnected: .seconds(1), on: scheduler).take(1)
    }
  }
}
