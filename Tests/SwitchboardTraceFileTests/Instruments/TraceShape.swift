import SwitchboardTestSupport
import SwitchboardTracing

/// A generator of sends to a fixed number of subscriptions, which are most of a busy program's trace.
struct TraceShape {
  let width: Int
  let header = TraceHeader(hasClock: true, program: "/usr/bin/program", processID: 4242)
  private(set) var symbols = TraceSymbols()
  private var rng = SeededGenerator(seed: 1)
  private var time: UInt64 = 5_000_000_000_000
  private var flow: UInt64 = 0

  init(width: Int) {
    self.width = width
    symbols.threads = [
      TraceThread(number: 1, id: 4242, name: "main"), TraceThread(number: 2, id: 4243, name: "worker"),
    ]
    for line in 1...50 { symbols.sites.append(TraceSite(fileID: "Module/Form.swift", line: UInt32(line))) }
    for number in 1...20 { symbols.labels.append(TraceLabel(type: "PublishSubject<Int, Never>", name: "key\(number)")) }
  }

  private mutating func record(_ kind: TraceKind, _ thread: UInt32) -> TraceRecord {
    time += 50 + UInt64(rng.below(450))
    var record = TraceRecord(kind: kind, thread: thread, time: time)
    record.flow = flow
    return record
  }

  private mutating func id() -> UInt64 { UInt64(1 + rng.below(1 << 20)) }

  /// Returns at least `count` records, in whole sends.
  mutating func records(_ count: Int) -> [TraceRecord] {
    var records: [TraceRecord] = []
    while records.count < count {
      let thread = UInt32(1 + rng.below(2))
      flow += 1
      var send = record(.send, thread)
      send.registry = UInt32(id())
      send.label = UInt32(1 + rng.below(20))
      send.site = send.label
      records.append(send)
      for _ in 0..<width {
        var delivery = record(.deliver, thread)
        delivery.registry = send.registry
        delivery.subscription = id()
        delivery.site = UInt32(21 + rng.below(30))
        records.append(delivery)
      }
      records.append(record(.end, thread))
    }
    return records
  }

  mutating func queueAndArrival() -> [TraceRecord] {
    flow += 1
    var send = record(.send, 2)
    send.isIndirect = true
    return [record(.queue, 1), send, record(.end, 2)]
  }

  mutating func registryLife() -> [TraceRecord] {
    flow += 1
    let registry = UInt32(id())
    return [TraceKind.subscribe, .dispose, .close].map { kind in
      var record = record(kind, 1)
      record.registry = registry
      record.count = kind == .subscribe ? 1 : 0
      return record
    }
  }
}
