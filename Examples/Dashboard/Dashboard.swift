import Switchboard

/// Shows gauges of a board on a terminal. Each change of a gauge, and of the terminal's size, draws a new frame.
final class Dashboard: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  /// Completes after the last frame.
  let drawn = PublishSubject<Never, Never>(name: "drawn")

  /// Draws until `end` sends. The last frame shows all that was set before.
  init(_ gauges: [Gauge], of board: DataBoard, on terminal: Terminal, until end: some SignalProtocol<Void, Never>) {
    let histories = gauges.map { gauge in
      board.signal(for: gauge.key, replay: .latest)
        .scan(into: [Double]()) { history, value in history = history.suffix(199) + [value] }
    }
    Signal.combineLatest(histories)
      .combineLatest(with: terminal.size)
      .take(until: end)
      .throttle(.milliseconds(40), on: .queue(label: "screen"))
      .map { histories, size in Self.frame(zip(gauges, histories), size) }
      .subscribe(
        owner: self, onNext: { _, lines in terminal.draw(lines) }, onCompleted: { $0.drawn.sendCompleted() })
  }

  /// The lines of a frame. A terminal that is too small shows a part of them.
  private static func frame(_ rows: some Sequence<(Gauge, [Double])>, _ size: Terminal.Size) -> [String] {
    let lines =
      rows.map { gauge, history in
        let value = "\(Int(history.last ?? 0)) \(gauge.unit)"
        // The longest are "processor 100 %" and "network 1000 MB/s".
        let gap = String(repeating: " ", count: max(1, 18 - gauge.title.count - value.count))
        return gauge.title + gap + value + "  " + bars(history.suffix(max(0, size.width - 20)), gauge.limit)
      } + ["", "q ends the program"]
    return lines.prefix(size.height).map { String($0.prefix(size.width)) }
  }

  private static func bars(_ values: some Sequence<Double>, _ limit: Double) -> String {
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(values.map { blocks[min(7, max(0, Int($0 / limit * 8)))] })
  }
}
