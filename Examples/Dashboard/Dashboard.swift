import Switchboard

/// Shows gauges of a board on a terminal. Each change of a gauge, and of the terminal's size, draws a new frame.
final class Dashboard: LifetimeOwner, Sendable {
  let lifetime = Lifetime()

  init(_ gauges: [Gauge], of board: DataBoard, on terminal: Terminal) {
    let histories = gauges.map { gauge in
      board.signal(for: gauge.key, replay: .latest)
        .scan(into: [Double]()) { history, value in history = history.suffix(199) + [value] }
    }
    Signal.combineLatest(histories)
      .combineLatest(with: terminal.size)
      .throttle(.milliseconds(40), on: .queue(label: "screen"))
      .map { histories, size in Self.frame(zip(gauges, histories), size) }
      .subscribe(owner: self) { _, lines in terminal.draw(lines) }
  }

  /// The lines of a frame. A terminal that is too small shows a part of them.
  private static func frame(_ rows: some Sequence<(Gauge, [Double])>, _ size: Terminal.Size) -> [String] {
    let lines =
      rows.map { gauge, history in
        let value = String("      \(Int(history.last ?? 0)) \(gauge.unit)".suffix(8))
        return gauge.title.padded(to: 10) + value + "  " + bars(history.suffix(max(0, size.width - 20)), gauge.limit)
      } + ["", "q ends the program"]
    return lines.prefix(size.height).map { String($0.prefix(size.width)) }
  }

  private static func bars(_ values: some Sequence<Double>, _ limit: Double) -> String {
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(values.map { blocks[min(7, max(0, Int($0 / limit * 8)))] })
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
