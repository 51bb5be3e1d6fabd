#if Tracing
  import Switchboard

  /// The code of Switchboard.docc/Tracing.md, in the same words. Writes its files into the working folder.
  func runDocumentedTracing() throws {
    try recording()
    try reading()
    try keepingTheLastMoments()
  }

  private func recording() throws {
    let ticks = PublishSubject<Int, Never>(name: "ticks")

    let session = try TraceSession.start()
    ticks.subscribe { _ in }
    ticks.send(1)
    let trace = try session.stop()
    try trace.write(to: "ticks.pftrace")
    print(trace.records.map(\.kind.name))  // ["subscribe", "send", "deliver", "end"]
  }

  private func reading() throws {
    var reader = try PerfettoReader(path: "ticks.pftrace")
    while let record = try reader.next() {
      if record.kind == .send { print(reader.symbols.site(of: record)) }
    }
    if !reader.isComplete { print("the program was killed, or its disk was full, or it is still recording") }
  }

  private func keepingTheLastMoments() throws {
    let recorder = try TraceSession.start(.flightRecorder(bytesPerThread: 1 << 20))

    func report() throws {
      try recorder.snapshot().write(to: "last-moments.pftrace")  // recording continues
    }

    try naming()
    try report()
    let snapshot = try recorder.stop()
    print(snapshot.symbols.threads.map(\.name))
    for record in snapshot.caused(byScope: "load").records {
      print(record.kind.name, snapshot.symbols.label(of: record).name ?? "-")
    }
  }

  private func naming() throws {
    let prices = PublishSubject<Int, Never>(name: "prices")  // subjects

    let evens = prices.filter { $0.isMultiple(of: 2) }.named("even prices")  // signals

    setTraceThreadName("feeder")  // threads

    evens.subscribe { _ in }
    withTraceScope("load") { prices.send(1) }  // work
  }
#endif
