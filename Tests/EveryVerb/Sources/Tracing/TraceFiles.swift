#if Tracing
  import Foundation
  import Switchboard

  private func recorded(_ body: () -> Void) throws -> TraceSnapshot {
    let session = try TraceSession.start()
    body()
    return try session.stop()
  }

  func traceFiles() throws {
    let trace = try recorded(tracedWork)
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
    try trace.source.copy(to: writer)
    let again = try PerfettoReader(path: path)
    check(again.byteCount, is: reader.byteCount, "copied to a writer it is the same")
    do throws(TraceFileError) {
      _ = try PerfettoReader(path: "/nowhere")
      check(false, "there is no such file")
    } catch {
      check(error.description.contains("/nowhere"), "a file that is not there is named: \(error)")
    }
  }

  func traceTexts() throws {
    let trace = try recorded(tracedWork)
    let golden = try GoldenWriter.text(of: trace.source)
    check(golden.hasPrefix("# switchboard.golden/1\nthread t1"), "golden text: \(golden)")
    check(golden.contains("send ticks#1"), "has names")
    let (text, chrome, dot) = (TextOutput(), TextOutput(), TextOutput())
    try trace.source.copy(to: GoldenWriter(to: text))
    try trace.source.copy(to: ChromeWriter(to: chrome))
    try trace.source.copy(to: DotWriter(to: dot))
    check(text.text, is: golden, "the same through a writer")
    check(try JSONSerialization.jsonObject(with: Data(chrome.text.utf8)) as? [String: Any] != nil, "Chrome's is JSON")
    check(dot.text.contains("digraph") && dot.text.contains("ticks"), "a graph")
    let output = TextOutput()
    output.write("a")
    output.write(7 as UInt64)
    try output.flush()
    try output.check()
    check(output.text, is: "a7", "text and numbers")
    let closed = TextOutput(descriptor: -1)
    closed.write("a")
    do throws(TextOutputError) {
      try closed.flush()
      check(false, "it has to throw")
    } catch {
      check(
        error.code == EBADF && !error.isClosedPipe && !error.description.isEmpty, "a writer without a valid file throws"
      )
    }
  }

  func traceQuestions() throws {
    let ticks = PublishSubject<Int, Never>(name: "kept")
    let trace = try recorded {
      ticks.subscribe { _ in }
      tracedWork()
    }
    var (finder, summary) = (LeakFinder(trace.header), TraceSummaryBuilder(trace.header))
    var filter = try TraceFilter("kind=send label=ticks")
    var count = 0
    for record in trace.records {
      finder.add(record)
      summary.add(record)
      if filter.matches(record, trace.symbols) { count += 1 }
    }
    check(count, is: 1, "a filter finds one send")
    do throws(TraceFilterError) {
      _ = try TraceFilter("colour=red")
      check(false, "there is no such key")
    } catch {
      check(error.description.contains("colour"), "a filter error names the wrong word: \(error)")
    }
    let leaks = finder.leaks(trace.symbols)
    check(leaks.live, is: 1, "one subscription is left")
    check(leaks.lines.first?.site.contains("TraceFiles.swift:") == true, "the leak has its line")
    let sums = summary.summary(trace.symbols, chains: 3)
    check(sums.records, is: UInt64(trace.records.count), "a summary has all records")
    check(sums.sites.contains { $0.sends.total == 1 && $0.sends.values == 1 }, "the summary has the sends of each line")
    check(!sums.registries.isEmpty && !sums.threads.isEmpty, "by registry and thread")
    let other = try recorded { for _ in 0..<2 { tracedWork() } }
    let (same, different) = (
      try TraceDiff({ trace.source }, { trace.source }), try TraceDiff({ trace.source }, { other.source }, durations: 2)
    )
    check(same.isEmpty && !different.isEmpty, "traces are compared")
    check(different.counts.contains { $0.kind == "send" && $0.second == $0.first + 1 }, "the difference has the counts")
    var statistics = DurationStatistics()
    for duration in [5, 900, 70] as [UInt64] { statistics.add(duration) }
    check([statistics.min, statistics.max, statistics.total, statistics.count], is: [5, 900, 975, 3], "durations")
    check(statistics.quantile(0.5), is: 70, "the statistics have the median")
    withExtendedLifetime(ticks) {}
  }

  /// Checks traces that are made by hand.
  func traceModel() throws {
    var symbols = TraceSymbols()
    symbols.sites.append(TraceSite(fileID: "App/Form.swift", line: 12))
    symbols.labels.append(TraceLabel(type: "PublishSubject<Int>", name: "ticks"))
    symbols.threads.append(TraceThread(number: 1, id: 7, name: "main"))
    var record = TraceRecord(kind: .send, thread: 1, time: 5)
    (record.event, record.flow, record.site, record.label, record.registry) = (.value, 1, 1, 1, 1)
    var end = TraceRecord(kind: .end, thread: 1, time: 6)
    end.flow = 1
    let header = TraceHeader(hasClock: true, program: "app", processID: 1)
    let trace = TraceSnapshot(header: header, symbols: symbols, records: [record, end])
    check(symbols.site(of: record).description, is: "App/Form.swift:12", "a line")
    check(symbols.thread(of: record) == TraceThread(number: 1, id: 7, name: "main"), "a thread")
    var source = trace.source
    check(source.next() == record && source.header == header && source.symbols == symbols, "a source has it")
    check(source.next() == end && source.next() == nil, "to its end")
    let text = try GoldenWriter.text(of: trace.source)
    check(text.contains("send ticks#1 at App/Form.swift:12"), "golden text of records made by hand: \(text)")
    let names = TraceKind.allCases.map(\.name)
    check(names.compactMap(TraceKind.init(name:)), is: TraceKind.allCases, "all kinds have names")
    check(TraceEvent.allCases.count, is: 4, "four events")
  }
#endif
