#if Tracing
  import Foundation
  import Switchboard

  func traceFiles() throws {
    let session = try TraceSession.start()
    tracedWork()
    let trace = try session.stop()
    let path = FileManager.default.temporaryDirectory.appending(path: "every-verb-\(getpid()).pftrace").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try trace.write(to: path)
    var reader = try PerfettoReader(path: path)
    var records: [TraceRecord] = []
    while let record = try reader.next() { records.append(record) }
    check(records.map(\.kind), is: trace.records.map(\.kind), "a file has all records")
    check(reader.bytesRead, is: reader.byteCount, "the reader has read the whole file")
    check(reader.header == trace.header, "the file has the header")
    let sites = records.map { reader.symbols.site(of: $0) }
    check(sites, is: trace.records.map { trace.symbols.site(of: $0) }, "the file has the lines")

    let writer = try PerfettoWriter(path: path)
    try writer.begin(trace.header)
    try writer.write(trace.records, trace.symbols)
    try writer.finish()
    let again = try PerfettoReader(path: path)
    check(again.byteCount, is: reader.byteCount, "a file written without a session has the same bytes")
    do throws(TraceFileError) {
      _ = try PerfettoReader(path: "/nowhere")
      check(false, "there is no such file")
    } catch {
      check(error.description.contains("/nowhere"), "a file that is not there is named: \(error)")
    }
  }

  func traceKinds() {
    let names = TraceKind.allCases.map(\.name)
    check(names.compactMap(TraceKind.init(name:)), is: TraceKind.allCases, "all kinds have names")
    check(TraceEvent.allCases.count, is: 4, "four events")
  }
#endif
