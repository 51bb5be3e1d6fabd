import SwitchboardTracing
import Testing

@Suite("A snapshot reads like a file")
struct SnapshotSourceTests {
  @Test("record by record, and then the end")
  func reads() {
    let records = [
      TraceRecord(kind: .subscribe, thread: 1, time: 1), TraceRecord(kind: .dispose, thread: 1, time: 2),
    ]
    let snapshot = TraceSnapshot(
      header: TraceHeader(hasClock: true, program: "p", processID: 1), symbols: TraceSymbols(), records: records)
    var source = snapshot.source
    #expect(source.next() == records[0])
    #expect(source.next() == records[1])
    #expect(source.next() == nil)
    #expect(source.next() == nil)
  }
}
