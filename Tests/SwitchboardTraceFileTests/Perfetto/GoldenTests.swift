import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("The bytes of a Perfetto file")
struct GoldenTests {
  @Test("are these bytes for a send to one subscription")
  func golden() throws {
    var symbols = TraceSymbols()
    symbols.sites.append(TraceSite(fileID: "M/F.swift", line: 12))
    symbols.labels.append(TraceLabel(type: "T", name: "ticks"))
    symbols.threads = [TraceThread(number: 1, id: 7, name: "main")]
    var send = TraceRecord(kind: .send, thread: 1, time: 1000)
    send.flow = 1
    send.registry = 3
    send.label = 1
    var delivery = TraceRecord(kind: .deliver, thread: 1, time: 1050)
    delivery.flow = 1
    delivery.registry = 3
    delivery.subscription = 300
    delivery.site = 1
    var end = TraceRecord(kind: .end, thread: 1, time: 1150)
    end.flow = 1
    let snapshot = TraceSnapshot(
      header: TraceHeader(hasClock: false, program: "/p", processID: 2), symbols: symbols,
      records: [send, delivery, end])
    try withScratchFile { path in
      try snapshot.write(to: path)
      let bytes = try bytes(of: path)
      #expect(packets(bytes) == Self.expected)
    }
  }

  private static let expected = [
    // Process 2, its program, the marker, no clock, an end mark.
    "0a 45 50 01 68 01 b8 05 01 e2 03 3b 08 81 80 80 80 80 01 1a 32 08 02 12 02 2f 70 32 01 70 42 13 "
      + "73 77 69 74 63 68 62 6f 61 72 64 2e 74 72 61 63 65 2f 31 42 08 6e 6f 20 63 6c 6f 63 6b "
      + "42 08 65 6e 64 20 6d 61 72 6b",
    // Dictionary: site 1.
    "0a 15 50 01 62 11 22 0f 08 01 12 09 4d 2f 46 2e 73 77 69 66 74 20 0c",
    // Dictionary: label 1, its type and its name.
    "0a 17 50 01 62 13 ea 01 05 08 01 12 01 54 12 09 08 01 12 05 74 69 63 6b 73",
    // Thread 1 begins: its track and clock by default, both clocks at 0, names of annotations.
    "0a 55 50 02 68 01 b8 05 01 da 03 0c d0 03 40 5a 07 58 81 80 80 80 90 01 32 10 0a 04 08 03 10 00 "
      + "0a 06 08 40 10 00 18 01 10 03 62 2b 1a 10 08 01 12 0c 73 75 62 73 63 72 69 70 74 69 6f 6e 1a 0c "
      + "08 02 12 08 72 65 67 69 73 74 72 79 1a 09 08 03 12 05 63 6f 75 6e 74",
    // Thread 1: what it is called.
    "0a 18 50 02 e2 03 13 08 81 80 80 80 90 01 22 0a 08 02 10 07 2a 04 6d 61 69 6e",
    // Dictionary: event name 1 is `send value 1 0`.
    "0a 18 50 01 62 14 0a 12 08 01 12 0e 73 65 6e 64 20 76 61 6c 75 65 20 31 20 30",
    // Thread 1: category 1 is send, event name 1 is ticks.
    "0a 19 50 02 62 15 0a 08 08 01 12 04 73 65 6e 64 12 09 08 01 12 05 74 69 63 6b 73",
    // Send: at 1000, name 1, category 1, registry 3.
    "0a 13 50 02 40 e8 07 5a 0c 48 01 50 01 18 01 22 04 08 02 18 03",
    // Dictionary: event name 2 is `deliver value 0 1`.
    "0a 1b 50 01 62 17 0a 15 08 02 12 11 64 65 6c 69 76 65 72 20 76 61 6c 75 65 20 30 20 31",
    // Thread 1: event name 2 is F.swift:12, source location 1.
    "0a 32 50 02 62 2e 0a 0b 08 09 12 07 64 65 6c 69 76 65 72 12 0e 08 02 12 0a 46 2e 73 77 69 66 74 "
      + "3a 31 32 22 0f 08 01 12 09 4d 2f 46 2e 73 77 69 66 74 20 0c",
    // Delivery: 50 later, name 2, subscription 300, source location 1.
    "0a 14 50 02 40 32 5a 0e 48 01 50 02 22 05 08 01 18 ac 02 90 02 01",
    // Its end: 100 later.
    "0a 08 50 02 40 64 5a 02 48 02",
    // The end of the send: 0 later.
    "0a 08 50 02 40 00 5a 02 48 02",
    // The end mark.
    "0a 12 50 01 62 0e 1a 0c 08 01 12 08 65 6e 64 20 6d 61 72 6b",
  ]

  /// Returns each packet as a string of hexadecimal bytes.
  private func packets(_ bytes: [UInt8]) -> [String] {
    var packets: [String] = []
    var rest = bytes[...]
    while rest.count > 1 {
      let packet = rest.prefix(2 + Int(rest[rest.startIndex + 1]))
      rest = rest.dropFirst(packet.count)
      packets.append(packet.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " "))
    }
    return packets
  }
}
