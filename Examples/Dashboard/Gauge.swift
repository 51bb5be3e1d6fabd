import Switchboard

/// What a row of the dashboard shows.
struct Gauge: Sendable {
  let title: String
  let unit: String
  /// The value of a full bar.
  let limit: Double
  let key: BoardKey<Double>

  static let all = [
    Gauge(title: "processor", unit: "%", limit: 100, key: .processor),
    Gauge(title: "memory", unit: "%", limit: 100, key: .memory),
    Gauge(title: "network", unit: "MB/s", limit: 1000, key: .network),
  ]
}

extension BoardKey where Value == Double {
  static let processor = BoardKey("machine.processor")
  static let memory = BoardKey("machine.memory")
  static let network = BoardKey("machine.network")
}

/// A simulated machine. Knows the board, but not the dashboard. Each run gives the same values.
struct Machine {
  private var state: UInt64 = 1

  /// Moves each gauge by at most a tenth of its limit.
  mutating func tick(_ board: DataBoard) {
    for gauge in Gauge.all {
      let value = (board[gauge.key] ?? gauge.limit / 2) + (random() - 0.5) / 5 * gauge.limit
      board.set(min(gauge.limit, max(0, value)), for: gauge.key)
    }
  }

  /// A number from 0 to 1, of Knuth's linear congruential generator.
  private mutating func random() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 33) / Double(1 << 31)
  }
}
