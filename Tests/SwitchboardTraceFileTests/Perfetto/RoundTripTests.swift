import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("A Perfetto file gives back what was written")
struct RoundTripTests {
  @Test("for any events, on any number of threads", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) throws {
    let snapshot = TraceGenerator.snapshot(seed: seed, steps: Int(seed % 10) * 200)
    try withScratchFile { path in
      try snapshot.write(to: path)
      var reader = try PerfettoReader(path: path)
      let records = try reader.all()
      let expected = snapshot.afterRoundTrip
      #expect(reader.header == expected.header)
      #expect(reader.symbols == expected.symbols)
      #expect(records.count == expected.records.count)
      if let index = zip(records, expected.records).enumerated().first(where: { $1.0 != $1.1 })?.offset {
        Issue.record("record \(index): \(records[index]) instead of \(expected.records[index])")
      }
      #expect(reader.bytesRead == reader.byteCount)
      #expect(try reader.next() == nil)
    }
  }
}
