import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Values: tables")
struct ValuesTables {
  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: [Event<Int>]
    let output: [Event<Int>]

    init(_ title: String, _ input: [Event<Int>], _ output: [Event<Int>]) {
      (testDescription, self.input, self.output) = (title, input, output)
    }
  }

  static let lines = [
    Line("values, then completion", [1, 2, 3, .completed], [1, 2, 3, .completed]),
    Line("values, then an error", [1, 2, .error(.second)], [1, 2, .error(.second)]),
    Line("values, and no end yet", [1, 2], [1, 2]),
    Line("empty", [.completed], [.completed]),
    Line("fail", [.error(.first)], [.error(.first)]),
    Line("never", [], []),
    Line("after the end", [1, .completed, 2, .error(.first)], [1, .completed]),
    Line(
      "more than a buffer keeps its memory for", (1...100).map { .value($0) } + [.completed],
      (1...100).map { .value($0) } + [.completed]),
  ]

  @Test("what a reader gets", arguments: lines, ReaderSupply.allCases)
  func values(line: Line, supply: ReaderSupply) {
    #expect(supply.read(line.input) { $0.values } == line.output)
    #expect(supply.read(line.input) { $0.values() } == line.output)
  }

  @Test("what a reader gets through an operator", arguments: lines, ReaderSupply.allCases)
  func operators(line: Line, supply: ReaderSupply) {
    let output = supply.read(line.input) { $0.map { 10 * $0 }.filter { _ in true }.values }
    #expect(
      output
        == line.output.map { event in
          if case .value(let value) = event { .value(10 * value) } else { event }
        })
  }

  @Test("a signal that cannot fail needs no try, and a signal that can fail throws its error type")
  func typed() async {
    var sum = 0
    for await value in Signal<Int, Never>(1...4).values { sum += value }
    #expect(sum == 10)
    do throws(Fault) {
      for try await _ in Signal<Int, Fault>.fail(.second).values {}
      Issue.record("did not throw")
    } catch {
      let fault: Fault = error
      #expect(fault == .second)
    }
  }

  @Test("the error comes once, then nil")
  func once() async throws {
    var iterator = Signal<Int, Fault>.sending([1, .error(.first)]).values.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: Fault.first) { try await iterator.next() }
    for _ in 0..<2 { #expect(try await iterator.next() == nil) }
  }

  @Test("each iterator begins a separate subscription")
  func subscription() async throws {
    let subject = PublishSubject<Int, Fault>()
    let values = subject.values
    #expect(subject.census.count == 0)
    var first = values.makeAsyncIterator()
    #expect(subject.census.count == 1)
    subject.send(1)
    var second = values.makeAsyncIterator()
    subject.send(2)
    #expect(subject.census.count == 2)
    subject.sendCompleted()
    #expect(subject.census.count == 0)
    #expect(try await first.next() == 1)
    #expect(try await first.next() == 2)
    #expect(try await first.next() == nil)
    #expect(try await second.next() == 2)
    #expect(try await second.next() == nil)
  }

  @Test("values sent in the loop's body are read in later turns, in order")
  func reentrant() {
    let (subject, queue) = (PublishSubject<Int, Fault>(), TaskQueue())
    let reading = Reading(subject.values, on: queue) { value in
      if value < 10 {
        subject.send(value + 1)
        subject.send(10 * value)
      } else if value == 30 {
        subject.sendCompleted()
      }
      return true
    }
    queue.run()
    subject.send(1)
    queue.run()
    #expect(reading.events == [1, 2, 10, 3, 20, 4, 30, 5, 40, .completed])
    #expect(subject.census.count == 0)
  }

  @Test("values sent by a handler during a delivery: every reader sees the same order")
  func oneOrder() {
    let (subject, queue) = (PublishSubject<Int, Fault>(), TaskQueue())
    subject.subscribe(onNext: { value in if value < 3 { subject.send(value + 1) } })
    let readings = [Reading(subject.values, on: queue), Reading(subject.map { $0 }.values, on: queue)]
    queue.run()
    subject.send(1)
    subject.sendCompleted()
    queue.run()
    for reading in readings { #expect(reading.events == [1, 2, 3, .completed]) }
  }

  @Test("the loop's body stays on its actor, and so does the subscription")
  @MainActor func isolation() async {
    let signal = Signal<Int, Never> { observer in
      MainActor.assertIsolated()
      observer.send(1)
      observer.sendCompleted()
      return nil
    }
    for await _ in signal.values { MainActor.assertIsolated() }
    #expect(await signal.first() == 1)
    #expect(await signal.collect() == [1])
  }

  @Test("values have the operators of asynchronous sequences, and can become a signal again")
  func roundTrip() async {
    let doubled = Signal(Signal<Int, Fault>.sending([1, 2, .error(.first)]).values).map { 2 * $0 }
    #expect(await doubled.values.collected() == [2, 4, .error(.first)])
    var even: [Int] = []
    for await value in Signal<Int, Never>(1...6).values.filter({ $0.isMultiple(of: 2) }) { even.append(value) }
    #expect(even == [2, 4, 6])
  }
}
