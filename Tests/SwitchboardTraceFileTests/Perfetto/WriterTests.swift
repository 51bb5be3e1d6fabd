import SwitchboardTestSupport
import SwitchboardTraceFile
import SwitchboardTracing
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The writer of Perfetto files")
struct WriterTests {
  @Test("cannot create a file in a directory that does not exist")
  func unwritable() {
    #expect(throws: TraceFileError.unwritable(path: "/no/such/file", reason: "No such file or directory")) {
      try PerfettoWriter(path: "/no/such/file")
    }
  }

  @Test(
    "reports a full disk", .enabled(if: access("/dev/full", W_OK) == 0), arguments: [100, 20_000])
  func diskFull(steps: Int) throws {
    let snapshot = TraceGenerator.snapshot(seed: 1, steps: steps)
    #expect(throws: TraceFileError.writeFailed(path: "/dev/full", reason: "No space left on device")) {
      try snapshot.write(to: "/dev/full")
    }
  }

  @Test("ends the file with a whole packet when the disk is full", arguments: [1, 60, 300_000, 700_001])
  func limited(limit: Int) throws {
    let snapshot = TraceGenerator.snapshot(seed: 3, steps: 60_000)
    try withScratchFile { path in
      let room = Mutex(limit)
      let writer = try PerfettoWriter(path: path) { descriptor, bytes, count in
        room.withLock { room in
          if room == 0 {
            errno = ENOSPC
            return -1
          }
          let written = write(descriptor, bytes, min(count, room))
          room -= written
          return written
        }
      }
      #expect(throws: TraceFileError.writeFailed(path: path, reason: "No space left on device")) {
        try writer.begin(snapshot.header)
        try writer.write(snapshot.records, snapshot.symbols)
        try writer.finish()
      }
      guard limit > 1000 else { return try #expect(bytes(of: path).isEmpty) }
      var reader = try PerfettoReader(path: path)
      let records = try reader.all()
      #expect(!reader.isComplete)
      #expect(reader.byteCount > limit - 200)
      #expect(records.elementsEqual(snapshot.afterRoundTrip.records.prefix(records.count)))
    }
  }

  @Test("continues after interruptions and partial writes")
  func interrupted() throws {
    let snapshot = TraceGenerator.snapshot(seed: 8, steps: 20_000)
    try withScratchFile { path in
      let calls = Mutex(0)
      let writer = try PerfettoWriter(path: path) { descriptor, bytes, count in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call % 2 == 0 {
          errno = EINTR
          return -1
        }
        return write(descriptor, bytes, min(count, 10_007))
      }
      try writer.begin(snapshot.header)
      try writer.write(snapshot.records, snapshot.symbols)
      try writer.finish()
      var reader = try PerfettoReader(path: path)
      #expect(try reader.all() == snapshot.afterRoundTrip.records)
    }
  }

  @Test("takes records in batches of any size")
  func batches() throws {
    let snapshot = TraceGenerator.snapshot(seed: 6, steps: 2000)
    try withScratchFile { path in
      let writer = try PerfettoWriter(path: path)
      try writer.begin(snapshot.header)
      var symbols = TraceSymbols()
      var rest = snapshot.records[...]
      var rng = SeededGenerator(seed: 6)
      while !rest.isEmpty {
        let batch = rest.prefix(rng.below(50))
        rest = rest.dropFirst(batch.count)
        // Symbols become known with the records that refer to them.
        for record in batch {
          symbols.sites = Array(snapshot.symbols.sites.prefix(max(symbols.sites.count, Int(record.site) + 1)))
          symbols.labels = Array(snapshot.symbols.labels.prefix(max(symbols.labels.count, Int(record.label) + 1)))
          symbols.threads = Array(snapshot.symbols.threads.prefix(max(symbols.threads.count, Int(record.thread))))
        }
        try writer.write(Array(batch), symbols)
      }
      try writer.finish()
      var reader = try PerfettoReader(path: path)
      #expect(try reader.all() == snapshot.afterRoundTrip.records)
    }
  }

  @Test("writes its records when it is dropped, but no end mark, because the recording was not ended")
  func dropped() throws {
    let snapshot = TraceGenerator.snapshot(seed: 7, steps: 200)
    try withScratchFile { path in
      do {
        let writer = try PerfettoWriter(path: path)
        try writer.begin(snapshot.header)
        try writer.write(snapshot.records, snapshot.symbols)
      }
      var reader = try PerfettoReader(path: path)
      #expect(try reader.all() == snapshot.afterRoundTrip.records)
      #expect(!reader.isComplete)
    }
  }

  @Test("puts records and an end mark into the file when it is told to, not when it is dropped")
  func promptly() throws {
    let snapshot = Script.small()
    try withScratchFile { path in
      let writer = try PerfettoWriter(path: path)
      try writer.begin(snapshot.header)
      try writer.write(snapshot.records, snapshot.symbols)
      // A program that is killed now has lost nothing.
      var early = try PerfettoReader(path: path)
      #expect(try early.all() == snapshot.afterRoundTrip.records)
      #expect(!early.isComplete)
      try writer.finish()
      var late = try PerfettoReader(path: path)
      #expect(!late.isComplete)
      #expect(try late.all() == snapshot.afterRoundTrip.records)
      #expect(late.isComplete)
    }
  }

  @Test("refuses a file that another writer is writing, and leaves the file as it is")
  func inUse() throws {
    let snapshot = Script.small()
    try withScratchFile { path in
      let writer = try PerfettoWriter(path: path)
      try writer.begin(snapshot.header)
      try writer.write(snapshot.records, snapshot.symbols)
      #expect(throws: TraceFileError.inUse(path: path)) { try PerfettoWriter(path: path) }
      #expect("\(TraceFileError.inUse(path: path))".hasPrefix("\(path): another program is writing"))
      try writer.finish()
      var reader = try PerfettoReader(path: path)
      #expect(try reader.all() == snapshot.afterRoundTrip.records)
      #expect(reader.isComplete)
      try snapshot.write(to: path)
    }
  }

  @Test("writes a thread's new name")
  func renamedThread() throws {
    var snapshot = Script.small()
    try withScratchFile { path in
      let writer = try PerfettoWriter(path: path)
      try writer.begin(snapshot.header)
      try writer.write([], snapshot.symbols)
      snapshot.symbols.threads[0].name = "renamed"
      try writer.write(snapshot.records, snapshot.symbols)
      try writer.finish()
      var reader = try PerfettoReader(path: path)
      #expect(try reader.all().count == snapshot.records.count)
      #expect(reader.symbols.threads == snapshot.symbols.threads)
    }
  }

  @Test("puts the counters of registries under one track, and makes no counter for an observer's registry")
  func counters() throws {
    var trace = Script.small()
    trace.symbols.labels.append(TraceLabel(type: "Observer<Int, Never>", name: nil))
    var record = TraceRecord(kind: .subscribe, thread: 1, time: 10_000)
    record.label = UInt32(trace.symbols.labels.count - 1)
    record.registry = 9
    record.count = 1
    trace.records.append(record)
    try withTrace(trace) { path in
      let text = String(decoding: try bytes(of: path), as: UTF8.self)
      #expect(text.ranges(of: "observers").count == 1)
      #expect(text.contains("ticks #5"))
      #expect(!text.contains("#9"))
      var reader = try PerfettoReader(path: path)
      #expect(try reader.all().last?.registry == 9)
    }
  }

  @Test("needs no more memory after a million records than after a thousand")
  func constantMemory() throws {
    var shape = TraceShape(width: 2)
    let writer = try PerfettoWriter(path: "/dev/null")
    try writer.begin(shape.header)
    func write(_ count: Int) throws {
      for _ in 0..<count / 1000 {
        var records = shape.records(984)
        records += shape.queueAndArrival() + shape.registryLife()
        try writer.write(records, shape.symbols)
      }
    }
    try write(20_000)
    let size = writer.tableSize
    try write(1_000_000)
    #expect(writer.tableSize == size)
    #expect(size < 1000)
    try writer.finish()
  }

  @Test("needs few bytes per record", arguments: [(1, 23.0), (16, 30.0)])
  func size(width: Int, limit: Double) throws {
    var shape = TraceShape(width: width)
    let snapshot = TraceSnapshot(header: shape.header, symbols: shape.symbols, records: shape.records(100_000))
    try withScratchFile { path in
      try snapshot.write(to: path)
      let perRecord = try Double(PerfettoReader(path: path).byteCount) / Double(snapshot.records.count)
      #expect(perRecord <= limit)
      #expect(perRecord > limit - 2)
    }
  }
}
