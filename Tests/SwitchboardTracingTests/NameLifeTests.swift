import Switchboard
import SwitchboardTestSupport
import SwitchboardTracing
import Testing

@Suite("Names that are made at run time")
struct NameLifeTests {
  @Test("a name stays while something uses it; of those that nothing uses, the newest stay")
  func life() {
    var table = LabelTable(named: 100..<1000)
    let type = table.number(of: Int.self)
    let used = table.take("used", ofType: type, isValue: false) { nil }
    #expect(table.take("used", ofType: type, isValue: false) { nil } == used)
    let others = (0..<50).map { table.take("\($0)", ofType: type, isValue: false) { nil } }
    #expect(Set(others).count == 50)
    for number in others where table.giveBack(number, keeping: 10) { table.forget(allBut: 10) }
    #expect(others.map { table.label($0)?.name }.suffix(10) == (40..<50).map { "\($0)" })
    #expect(table.label(others[0]) == nil)
    #expect(table.nameCount <= 21)
    // The second use keeps the name.
    _ = table.giveBack(used, keeping: 0)
    table.forget(allBut: 0)
    #expect(table.label(used) == TraceLabel(type: "Int", name: "used"))
    #expect(table.withoutName(used) == type)
    _ = table.giveBack(used, keeping: 0)
    table.forget(allBut: 0, and: [used])
    #expect(table.label(used)?.name == "used", "a record has this name")
    table.forget(allBut: 0)
    #expect(table.label(used) == nil)
  }

  @Test("a name that is used again is not forgotten, and many uses one after another take no room")
  func usedAgain() {
    var table = LabelTable(named: 100..<1000)
    for _ in 0..<10_000 where table.giveBack(table.take("same", ofType: 0, isValue: false) { nil }, keeping: 10) {
      table.forget(allBut: 10)
    }
    let number = table.take("same", ofType: 0, isValue: false) { nil }
    table.forget(allBut: 0)
    #expect(table.label(number)?.name == "same")
    #expect(table.nameCount == 1)
  }

  @Test("a number gets its next name as late as possible")
  func circle() {
    var table = LabelTable(named: 4..<12)
    var numbers: [UInt32] = []
    for name in 0..<16 {
      let number = table.take("\(name)", ofType: 0, isValue: false) { 7 }
      numbers.append(number)
      #expect(table.begin(of: number) == (name < 8 ? 0 : 7))
      forget(number, &table)
    }
    #expect(numbers == Array(4..<12) + Array(4..<12))
  }

  @Test("without a clock, no number gets a second name in a session")
  func withoutClock() {
    var table = LabelTable(named: 4..<12)
    func take(_ name: Int) -> UInt32 {
      let number = table.take("\(name)", ofType: 3, isValue: false) { nil }
      forget(number, &table)
      return number
    }
    #expect((0..<10).map(take) == Array(4..<12) + [3, 3])
    table.restartCircle()
    #expect(take(10) == 4)
  }

  @Test("if half of all numbers are in use, further names are left out")
  func full() {
    var table = LabelTable(named: 10..<20)
    let numbers = (0..<7).map { table.take("\($0)", ofType: 2, isValue: false) { nil } }
    #expect(numbers == [10, 11, 12, 13, 14, 2, 2])
  }

  private func forget(_ number: UInt32, _ table: inout LabelTable) {
    _ = table.giveBack(number, keeping: 0)
    table.forget(allBut: 0)
  }

  /// Records with the labels and the times of `pairs`.
  private func records(_ pairs: [(label: UInt32, time: UInt64)]) -> [TraceRecord] {
    pairs.map { label, time in
      var record = TraceRecord(kind: .send, thread: 1, time: time)
      record.label = label
      return record
    }
  }

  @Test("a record shows the name that its number stood for at its time")
  func names() {
    var table = LabelTable(named: 4..<8)
    /// Uses a name at a time, and forgets it.
    func use(_ name: String, at time: UInt64) {
      forget(table.take(name, ofType: 0, isValue: false) { time }, &table)
    }
    func read(_ times: UInt64...) -> [String?] {
      var made = records(times.map { (4, $0) })
      reader.translate(&made, of: table, into: &symbols) { $0 }
      return made.map { symbols.label(of: $0).name }
    }
    var (reader, symbols) = (LabelNumbers(), TraceSymbols())
    use("first", at: 10)
    #expect(read(11) == [LabelNumbers.forgotten.name], "no record was read before the name was forgotten")
    for name in ["5", "6", "7"] { use(name, at: 20) }
    #expect(table.take("second", ofType: 0, isValue: false) { 30 } == 4)
    #expect(read(12, 31) == [LabelNumbers.forgotten.name, "second"])
    forget(4, &table)
    #expect(read(32) == ["second"], "the trace keeps the name")
    for name in ["5", "6", "7"] { use(name, at: 40) }
    #expect(table.take("third", ofType: 0, isValue: false) { 50 } == 4)
    #expect(read(33, 50, 51) == ["second", "third", "third"])
    #expect(symbols.labels.count == 4)
    // The records of a thread that has been idle are read after those of a busy thread.
    (reader, symbols) = (LabelNumbers(), TraceSymbols())
    #expect(read(52) == ["third"])
    #expect(read(33) == [LabelNumbers.forgotten.name])
  }

  @Test("a trace numbers only the labels of its records, and equal labels alike")
  func numbers() {
    var table = LabelTable(named: 50..<100)
    for type in [Int.self, String.self, Bool.self] as [Any.Type] { _ = table.number(of: type) }
    let name = table.take("name", ofType: 2, isValue: true) { nil }
    var (reader, symbols) = (LabelNumbers(), TraceSymbols())
    var made = records([(name, 1), (3, 2), (0, 3), (name, 4)])
    reader.translate(&made, of: table, into: &symbols) { $0 }
    #expect(made.map(\.label) == [1, 2, 0, 1])
    #expect(symbols.labels.dropFirst().map(\.description) == ["name", "Bool"])
    #expect(symbols.namesOfValues == [1])
  }
}

#if Tracing
  extension SerialTraceTests {
    @Suite("Names in traces")
    struct TracedNameTests {
      @Test("a trace keeps the names of objects that are gone")
      func gone() throws {
        let session = try TraceSession.start(TraceConfiguration(clock: .sequence))
        for number in 0..<5000 { PublishSubject<Int, Never>(name: "gone \(number)").send(1) }
        let snapshot = try session.stop()
        let names = Set(snapshot.records.compactMap { snapshot.symbols.label(of: $0).name })
        for number in 0..<5000 { #expect(names.contains("gone \(number)")) }
      }

      @Test("a flight recorder keeps the names of a thread that has been idle for long")
      func idle() throws {
        let session = try TraceSession.start()
        withTraceScope("startup") {}
        try onEndedThread {
          // Over twice as many as stay anyhow.
          for number in 0..<140_000 { withTraceScope("frame \(number)") {} }
        }
        let snapshot = try session.stop()
        #expect(snapshot.caused(byScope: "startup").records.contains { $0.kind == .scope })
        #expect(!snapshot.symbols.labels.contains(LabelNumbers.forgotten))
      }

      @Test("a name is forgotten after the subjects, keys, scopes and readers that had it")
      func bounded() throws {
        let before = TraceLabels.nameCount
        let board = BlackBoard(name: "names")
        for number in 0..<20_000 {
          let subject = PublishSubject<Int, Never>(name: "subject \(number)")
          subject.subscribe { _ in }
          subject.send(1)
          _ = subject.values().makeAsyncIterator()
          Signal<Int, Never>.just(1).named("signal \(number)").subscribe { _ in }
          let key = BoardKey<Int>("key \(number)")
          board.subscribe(key) { _ in }.dispose()
        }
        // Other tests have names of their own.
        #expect(TraceLabels.nameCount < before + 10_000)
      }

      @Test("scopes with names of their own are forgotten after the session")
      func scopes() throws {
        let before = TraceLabels.nameCount
        let session = try TraceSession.start()
        for number in 0..<20_000 { withTraceScope("scope \(number)") {} }
        #expect(TraceLabels.nameCount >= before + 10_000)
        try session.stop()
        #expect(TraceLabels.nameCount < before + 10_000)
      }
    }
  }
#endif
