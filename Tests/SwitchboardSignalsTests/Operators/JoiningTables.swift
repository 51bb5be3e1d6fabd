import Switchboard
import SwitchboardTestSupport
import Testing

/// A line of a table: the steps `(which, event)`, played one by one, and the expected output.
struct Script: Sendable, CustomTestStringConvertible {
  typealias Step = (Int, Event<Int>)
  let testDescription: String
  let steps: [Step]
  let output: [Event<String>]

  init(_ title: String, _ steps: [Step], _ output: [Event<String>]) {
    (testDescription, self.steps, self.output) = (title, steps, output)
  }

  /// Checks what `join` makes of subjects that send the steps, by hand and in virtual time. In the end, no subject has
  /// a subscription left.
  func check(sourceLocation: SourceLocation = #_sourceLocation, _ join: ([Signal<Int, Fault>]) -> Signal<String, Fault>)
  {
    let subjects = (0..<3).map { _ in PublishSubject<Int, Fault>() }
    let recorder = Recorder(join(subjects.map(\.signal)))
    for (which, event) in steps { subjects[which].send(event) }
    #expect(recorder.events == output, sourceLocation: sourceLocation)
    let hasEnded = output.contains { if case .value = $0 { false } else { true } }
    #expect(recorder.isDisposed == hasEnded, sourceLocation: sourceLocation)
    if hasEnded { #expect(subjects.map(\.census.count) == [0, 0, 0], sourceLocation: sourceLocation) }
    recorder.dispose()
    #expect(subjects.map(\.census.count) == [0, 0, 0], sourceLocation: sourceLocation)
    withoutActuallyEscaping(join) { Stages(steps: steps, apply: $0).check(sourceLocation: sourceLocation) }
  }
}

@Suite("Joining operators: tables")
struct JoiningTables {
  @Test(
    "combineLatest",
    arguments: [
      Script("once all have sent", [(0, 1), (0, 2), (1, 3), (2, 4), (1, 5)], [.value("2,3,4"), .value("2,5,4")]),
      Script("one is missing", [(0, 1), (1, 2)], []),
      Script(
        "completes with the last", [(0, 1), (0, .completed), (1, 2), (1, .completed), (2, 3), (2, .completed)],
        [.value("1,2,3"), .completed]),
      Script("one completes without a value", [(0, .completed), (1, 1), (2, 2)], []),
      Script("all are empty", [(0, .completed), (1, .completed), (2, .completed)], [.completed]),
      Script("error", [(0, 1), (1, .error(.second)), (2, 1)], [.error(.second)]),
    ])
  func combineLatest(script: Script) {
    script.check { sources in
      Signal.combineLatest(sources[0], sources[1], sources[2]).map { "\($0),\($1),\($2)" }
    }
    script.check { sources in Signal.combineLatest(sources).map { $0.map(String.init).joined(separator: ",") } }
  }

  @Test(
    "zip",
    arguments: [
      Script(
        "the first, the second", [(0, 1), (0, 2), (1, 3), (2, 4), (2, 5), (2, 6), (1, 7)],
        [.value("1,3,4"), .value("2,7,5")]),
      Script("one is missing", [(0, 1), (1, 2)], []),
      Script(
        "completes when a completed one is used up", [(0, 1), (0, .completed), (1, 2), (2, 3)],
        [.value("1,2,3"), .completed]),
      Script(
        "completes when a used up one completes", [(0, 1), (1, 2), (2, 3), (1, .completed)],
        [.value("1,2,3"), .completed]),
      Script("one is empty", [(0, 1), (1, .completed)], [.completed]),
      Script("an error does not wait", [(0, 1), (0, 2), (1, .error(.first))], [.error(.first)]),
    ])
  func zip(script: Script) {
    script.check { sources in Signal.zip(sources[0], sources[1], sources[2]).map { "\($0),\($1),\($2)" } }
    script.check { sources in Signal.zip(sources).map { $0.map(String.init).joined(separator: ",") } }
  }

  @Test(
    "merge",
    arguments: [
      Script("as they come", [(2, 1), (0, 2), (1, 3)], [.value("1"), .value("2"), .value("3")]),
      Script(
        "completes with the last", [(2, .completed), (0, 1), (0, .completed), (1, .completed)],
        [.value("1"), .completed]),
      Script("error", [(2, .completed), (0, .error(.first)), (1, 1)], [.error(.first)]),
    ])
  func merge(script: Script) {
    script.check { sources in Signal.merge(sources[0], sources[1], sources[2]).map { "\($0)" } }
    script.check { sources in Signal.merge(sources).map { "\($0)" } }
  }

  @Test("joining no source completes immediately")
  func nothing() {
    let none: [Signal<Int, Fault>] = []
    #expect(Recorder(Signal.merge(none)).events == [.completed])
    #expect(Recorder(Signal.combineLatest(none)).events == [.completed])
    #expect(Recorder(Signal.zip(none)).events == [.completed])
  }

  @Test("synchronous sources, one after the other")
  func synchronous() {
    let (numbers, letters) = (Signal<Int, Fault>(1...3), Signal<String, Fault>(["a", "b"]))
    #expect(
      Recorder(numbers.combineLatest(with: letters).map { "\($0)\($1)" }).events == [
        .value("3a"), .value("3b"), .completed,
      ])
    #expect(
      Recorder(numbers.zip(with: letters).map { "\($0)\($1)" }).events == [.value("1a"), .value("2b"), .completed])
    #expect(
      Recorder(letters.zip(with: numbers).map { "\($0)\($1)" }).events == [.value("a1"), .value("b2"), .completed])
  }

  @Test("eight sources of different types, with subjects among them")
  func eight() {
    let subject = PublishSubject<Character, Fault>()
    let last = BehaviorSubject<Bool, Fault>(true)
    let all = Signal.combineLatest(
      Signal<Int, Fault>.just(1), Signal<String, Fault>.just("2"), Signal<Double, Fault>.just(3), subject,
      Signal<[Int], Fault>.just([5]), Signal<Int8, Fault>.just(6), Signal<UInt, Fault>.just(7), last)
    let recorder = Recorder(all.map { "\($0)" })
    let zipped = Recorder(
      Signal.zip(
        Signal<Int, Fault>.just(1), Signal<String, Fault>.just("2"), Signal<Double, Fault>.just(3), subject,
        Signal<[Int], Fault>.just([5]), Signal<Int8, Fault>.just(6), Signal<UInt, Fault>.just(7), last
      ).map { "\($0)" })
    subject.send("4")
    #expect(zipped.events == [.value(#"(1, "2", 3.0, "4", [5], 6, 7, true)"#), .completed])
    #expect(recorder.events == [.value(#"(1, "2", 3.0, "4", [5], 6, 7, true)"#)])
    last.send(false)
    #expect(recorder.events.count == 2)
    subject.sendCompleted()
    last.sendCompleted()
    #expect(recorder.events.last == .completed)
  }

  @Test("a send to the other source inside a handler is queued, not nested")
  func reentrant() {
    let (left, right) = (PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>())
    let journal = Journal()
    let recorder = Recorder<String, Fault>()
    recorder.subscribe(to: Signal.combineLatest(left, right).map { "\($0),\($1)" }) { event in
      journal.add("begin")
      if event == .value("1,1") {
        // The right subject is delivering, so 2 waits until that delivery ends.
        right.send(2)
        left.send(2)
      }
      journal.add("end")
    }
    left.send(1)
    right.send(1)
    #expect(recorder.events == [.value("1,1"), .value("2,1"), .value("2,2")])
    #expect(journal.entries == ["begin", "end", "begin", "end", "begin", "end"])
    recorder.dispose()
  }

  @Test("the end releases waiting values and latest values")
  func releases() {
    let population = Population()
    typealias Members = PublishSubject<Population.Member, Fault>
    let (left, right) = (Members(), Members())
    let zipped = left.zip(with: right).subscribe()
    let combined = left.combineLatest(with: right).subscribe()
    for _ in 0..<3 { left.send(population.member()) }
    right.send(population.member())
    // Two values of the left wait for the zip. combineLatest keeps one of these two, and the value of the right.
    #expect(population.count == 3)
    zipped.dispose()
    #expect(population.count == 2)
    combined.dispose()
    #expect(population.count == 0)
  }

  @Test(
    "zip of five, against a model that looks at all sources: values and ends in random orders",
    arguments: UInt64(0)..<200)
  func zipModel(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sources = (0..<5).map { _ in Guarded<PublishSubject<Int, Fault>?>(PublishSubject()) }
    let recorder = Recorder(Signal.zip(sources.map { $0.current! }).map { $0.reduce(0) { 10 * $0 + $1 } })
    var waiting = Array(repeating: [Int](), count: 5)
    var ends: [Int: Bool] = [:]
    var expected: [Event<Int>] = []
    var isOver = false
    for _ in 0..<60 {
      let number = Int.random(in: 0..<5, using: &random)
      if ends[number] != nil { continue }
      switch Int.random(in: 0..<25, using: &random) {
      case 0:
        sources[number].current?.sendCompleted()
        ends[number] = true
      case 1:
        sources[number].set(nil)
        ends[number] = false
      case let value:
        sources[number].current?.send(value % 10)
        waiting[number].append(value % 10)
      }
      if isOver { continue }
      while waiting.allSatisfy({ !$0.isEmpty }) {
        expected.append(.value(waiting.indices.reduce(0) { 10 * $0 + waiting[$1].removeFirst() }))
      }
      let used = ends.filter { waiting[$0.key].isEmpty }
      if used.values.contains(true) { expected.append(.completed) }
      isOver = !used.isEmpty
    }
    #expect(recorder.events == expected)
    #expect(recorder.isDisposed == isOver)
    recorder.dispose()
  }

  @Test("combineLatest and zip end without an event when a deallocated source makes further values impossible")
  func loss() {
    let (left, right) = (PublishSubject<Int, Fault>(), Guarded<PublishSubject<Int, Fault>?>(PublishSubject()))
    let zipped = Recorder(left.zip(with: right.current!).map { $0 + $1 })
    let combined = Recorder(left.combineLatest(with: right.current!).map { $0 + $1 })
    right.current!.send(10)
    right.set(nil)
    #expect(!zipped.isDisposed && !combined.isDisposed)
    left.send(1)
    #expect(zipped.events == [11] && zipped.isDisposed)
    #expect(combined.events == [11] && !combined.isDisposed)
    left.sendCompleted()
    #expect(combined.events == [11] && combined.isDisposed)
    #expect(left.census.count == 0)
  }
}
