import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Subjects: tables")
struct SubjectTables {
  /// A line of the table: the events sent before a subscriber comes, and the events sent afterwards.
  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [Event<Int>]
    let after: [Event<Int>]
    /// The events that the subscriber gets, by kind of subject.
    let output: [AnySubject: [Event<Int>]]

    init(
      _ title: String, _ before: [Event<Int>], then after: [Event<Int>] = [], publish: [Event<Int>],
      replay0: [Event<Int>], replay1: [Event<Int>], replay3: [Event<Int>], all: [Event<Int>], behavior: [Event<Int>]
    ) {
      testDescription = title
      self.before = before
      self.after = after
      output = [
        .publish: publish, .replay0: replay0, .replay1: replay1, .replay3: replay3, .replayAll: all,
        .behavior: behavior,
      ]
    }
  }

  static let lines = [
    Line(
      "nothing sent", [], publish: [], replay0: [], replay1: [], replay3: [], all: [], behavior: [0]),
    Line(
      "values before", [1, 2], publish: [], replay0: [], replay1: [2], replay3: [1, 2], all: [1, 2], behavior: [2]),
    Line(
      "more values than are kept", [1, 2, 3, 4, 5], publish: [], replay0: [], replay1: [5], replay3: [3, 4, 5],
      all: [1, 2, 3, 4, 5], behavior: [5]),
    Line(
      "values before and after", [1, 2], then: [3, 4], publish: [3, 4], replay0: [3, 4], replay1: [2, 3, 4],
      replay3: [1, 2, 3, 4], all: [1, 2, 3, 4], behavior: [2, 3, 4]),
    Line(
      "values after, completion", [], then: [1, .completed], publish: [1, .completed], replay0: [1, .completed],
      replay1: [1, .completed], replay3: [1, .completed], all: [1, .completed], behavior: [0, 1, .completed]),
    Line(
      "values after, error", [], then: [1, .error(.first)], publish: [1, .error(.first)],
      replay0: [1, .error(.first)], replay1: [1, .error(.first)], replay3: [1, .error(.first)],
      all: [1, .error(.first)], behavior: [0, 1, .error(.first)]),
    Line(
      "late, after completion", [1, 2, .completed], publish: [.completed], replay0: [.completed],
      replay1: [2, .completed], replay3: [1, 2, .completed], all: [1, 2, .completed], behavior: [2, .completed]),
    Line(
      "late, after an error", [1, .error(.second)], publish: [.error(.second)], replay0: [.error(.second)],
      replay1: [1, .error(.second)], replay3: [1, .error(.second)], all: [1, .error(.second)],
      behavior: [1, .error(.second)]),
    Line(
      "late, nothing but the end", [.completed], publish: [.completed], replay0: [.completed], replay1: [.completed],
      replay3: [.completed], all: [.completed], behavior: [0, .completed]),
    Line(
      "values after the end, a second end", [1, .completed, 2, .error(.first)], then: [3, .completed, .error(.second)],
      publish: [.completed], replay0: [.completed], replay1: [1, .completed], replay3: [1, .completed],
      all: [1, .completed], behavior: [1, .completed]),
    Line(
      "completion after an error", [.error(.first), .completed], then: [.completed], publish: [.error(.first)],
      replay0: [.error(.first)], replay1: [.error(.first)], replay3: [.error(.first)], all: [.error(.first)],
      behavior: [0, .error(.first)]),
  ]

  @Test("what a new subscriber gets", arguments: lines, AnySubject.allCases)
  func newcomer(line: Line, kind: AnySubject) {
    let subject = kind()
    subject.play(line.before)
    let (first, mapped) = (subject.record(), Recorder(subject.map { $0 }))
    subject.play(line.after)
    #expect(first.events == line.output[kind])
    #expect(mapped.events == line.output[kind])
    let hasEnded = (line.before + line.after).contains { $0.isTerminal }
    #expect(first.isDisposed == hasEnded)
    #expect(subject.census.count == (hasEnded ? 0 : 2))
  }

  @Test("subscribers that join and leave", arguments: AnySubject.allCases)
  func comeAndGo(kind: AnySubject) {
    let subject = kind()
    let early = subject.record()
    subject.play([1])
    let middle = subject.record()
    subject.play([2])
    early.dispose()
    let late = subject.record()
    subject.play([3, .completed])
    #expect(early.events == kind.replayed([]) + [1, 2])
    #expect(middle.events == kind.replayed([1]) + [2, 3, .completed])
    #expect(late.events == kind.replayed([1, 2]) + [3, .completed])
  }

  @Test("a replay stops when its subscription is disposed halfway", arguments: AnySubject.allCases)
  func disposedInReplay(kind: AnySubject) {
    for ends in [false, true] {
      let subject = kind()
      subject.play([1, 2, 3])
      if ends { subject.play([.completed]) }
      let expected = Array((kind.replayed([1, 2, 3]) + (ends ? [.completed] : [4])).prefix(1))
      let recorder = Recorder<Int, Fault>()
      _ = subject.record(with: recorder) { [weak recorder] _ in recorder?.dispose() }
      subject.play([4, 5])
      #expect(recorder.events == expected)
      #expect(subject.census.count == 0)
    }
  }

  @Test("a ring keeps the last values, for any size", arguments: [1, 2, 3, 4, 5, 7, 8, 100])
  func ring(capacity: Int) {
    let subject = ReplaySubject<Int, Never>(capacity: capacity)
    for count in 1...50 {
      subject.send(count)
      #expect(
        Recorder(subject.take(min(count, capacity))).events.dropLast()
          == (1...count).suffix(capacity).map { .value($0) })
    }
  }

  @Test("values that leave the replay are released")
  func pushedOut() {
    let population = Population()
    let subject = ReplaySubject<Population.Member, Never>(capacity: 2)
    for _ in 0..<10 { subject.send(population.member()) }
    #expect(population.count == 2)
    subject.sendCompleted()
    #expect(population.count == 2)
  }

  @Test("the current value is the last accepted value, also during a delivery")
  func ownWrites() {
    let subject = BehaviorSubject<Int, Fault>(0)
    let seen = Guarded<[[Int]]>([])
    subject.subscribe(onNext: { [weak subject] value in
      if value == 1 { subject?.play([2, 3]) }
      if value == 2 { subject?.sendCompleted() }
      seen.with { [now = subject!.value] in $0.append([value, now]) }
    })
    subject.play([1, 4])
    #expect(seen.current == [[0, 0], [1, 3], [2, 3], [3, 3]])
    #expect(subject.value == 3)
  }

  @Test("a new subscriber during a delivery gets the value whose delivery has begun, then the later values, once")
  func behaviorNewcomer() {
    let subject = BehaviorSubject<Int, Fault>(0)
    let late = Recorder<Int, Fault>()
    subject.subscribe(onNext: { [weak subject] value in
      guard value == 1, let subject else { return }
      subject.send(2)
      late.subscribe(to: subject)
      subject.send(3)
    })
    subject.send(1)
    #expect(late.events == [2, 3])
  }
}

extension SignalEvent {
  var isTerminal: Bool { if case .value = self { false } else { true } }
}
