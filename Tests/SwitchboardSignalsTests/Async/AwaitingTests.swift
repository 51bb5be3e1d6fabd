import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Waiting for a signal: first, last, collect, wait")
struct AwaitingTests {
  private let queue = TaskQueue()

  typealias Outcome = Result<String, Fault>

  /// The four functions. Each call returns the function's result as text.
  enum Form: CaseIterable, Sendable {
    case first, last, collect, wait

    func callAsFunction(_ signal: Signal<Int, Fault>) async -> Outcome {
      do throws(Fault) {
        switch self {
        case .first: return .success("\(try await signal.first().map(String.init) ?? "nil")")
        case .last: return .success("\(try await signal.last().map(String.init) ?? "nil")")
        case .collect: return .success("\(try await signal.collect())")
        case .wait:
          try await signal.wait()
          return .success("done")
        }
      } catch {
        return .failure(error)
      }
    }

    /// Returns the function's result after `values`.
    func result(_ values: [Int]) -> Outcome {
      switch self {
      case .first: .success(values.first.map(String.init) ?? "nil")
      case .last: .success(values.last.map(String.init) ?? "nil")
      case .collect: .success("\(values)")
      case .wait: .success("done")
      }
    }
  }

  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let values: [Int]
    let end: Event<Int>?

    func outcome(_ form: Form) -> Outcome {
      if form == .first, !values.isEmpty { return form.result(values) }
      if case .error(let fault) = end { return .failure(fault) }
      return form.result(values)
    }
  }

  static let lines = [
    Line(testDescription: "values", values: [1, 2, 3], end: .completed),
    Line(testDescription: "one value", values: [1], end: .completed),
    Line(testDescription: "empty", values: [], end: .completed),
    Line(testDescription: "values, then an error", values: [1, 2], end: .error(.second)),
    Line(testDescription: "fail", values: [], end: .error(.first)),
    Line(testDescription: "values, and no end: cancelled", values: [1, 2], end: nil),
    Line(testDescription: "never: cancelled", values: [], end: nil),
  ]

  @Test("the table of sources and results", arguments: lines, Form.allCases)
  func table(line: Line, form: Form) {
    let input = line.values.map { Event<Int>.value($0) } + (line.end.map { [$0] } ?? [])
    for isSynchronous in [true, false] {
      let subject = PublishSubject<Int, Fault>()
      let disposals = Counter()
      let source = isSynchronous ? Signal.sending(input, keepsObserver: true) : subject.signal
      let signal = source.do(onDispose: { disposals.increment() })
      let task = queue.task { await form(signal) }
      queue.run()
      if !isSynchronous {
        #expect(subject.census.count == 1)
        for event in input { subject.send(event) }
      }
      queue.run()
      let mustWait = line.end == nil && !(form == .first && !line.values.isEmpty)
      #expect((task.outcome == nil) == mustWait)
      task.cancel()
      queue.run()
      #expect(task.outcome == line.outcome(form))
      #expect(disposals.value == 1)
      #expect(subject.census.count == 0)
    }
  }

  @Test(
    "a source that is deallocated without a terminal event ends the waiting", arguments: Form.allCases, [[], [1, 2]])
  func sourceDies(form: Form, values: [Int]) {
    let held = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    // A waiting task keeps the signal. This signal does not keep the subject.
    let signal = Signal<Int, Fault>.deferred { held.current?.signal ?? .empty() }
    let task = queue.task { await form(signal) }
    queue.run()
    for value in values { held.current?.send(value) }
    held.set(nil)
    queue.run()
    #expect(task.outcome == form.result(values))
  }

  @Test("first ends an endless source that sends during the subscribe call")
  func endless() async throws {
    #expect(try await Signal<Int, Fault>.endlessProducer.first() == 1)
    #expect(try await Signal<Int, Fault>.endlessSequence.first() == 1)
    #expect(try await Signal<Int, Fault>.endlessSequence.take(3).last() == 3)
    #expect(try await Signal<Int, Fault>.endlessSequence.take(3).collect() == [1, 2, 3])
  }

  @Test("first disposes at the value, before the task runs again")
  func firstDisposes() {
    let subject = PublishSubject<Int, Never>()
    let task = queue.task { await subject.first() }
    queue.run()
    subject.send(1)
    #expect(subject.census.count == 0)
    subject.send(2)
    queue.run()
    #expect(task.outcome == 1)
  }

  @Test("a behavior subject's first value is the current value; a signal that cannot fail throws nothing")
  func current() async {
    let subject = BehaviorSubject<Int, Never>(7)
    #expect(await subject.first() == 7)
    #expect(await subject.first() ?? 0 == 7)
    #expect(await Signal<Int, Never>.empty().first() ?? 5 == 5)
    #expect(await Signal<Int?, Never>.just(nil).first() == .some(nil))
    await Signal<Int, Never>.empty().wait()
  }

  @Test("the operators with the same names remain available")
  func operators() {
    let source = Signal<Int, Fault>([1, 2, 3])
    #expect(Recorder(source.first { $0 > 1 }).events == [2, .completed])
    #expect(Recorder(source.last { $0 < 3 }).events == [2, .completed])
    #expect(Recorder(source.toArray()).events == [.value([1, 2, 3]), .completed])
  }

  @Test("after the waiting, everything they held is released", arguments: Form.allCases)
  func released(form: Form) {
    for isCancelled in [true, false] {
      let population = Population()
      let subject = PublishSubject<Population.Member, Fault>()
      let task = { [member = population.member()] in
        let signal = subject.map { [member] value in withExtendedLifetime((member, value)) { 1 } }
        return queue.task { await form(signal) }
      }()
      queue.run()
      subject.send(population.member())
      if isCancelled { task.cancel() } else { subject.sendCompleted() }
      queue.run()
      #expect(task.outcome != nil)
      #expect(population.count == 0)
    }
  }
}
