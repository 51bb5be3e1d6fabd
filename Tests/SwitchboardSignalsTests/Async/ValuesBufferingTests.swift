import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Values: the buffer of a busy reader")
struct ValuesBufferingTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let buffering: ValuesBuffering
    /// The values that a reader gets if 1, 2, 3, 4, 5 and the end are sent before its first `next`.
    let behind: [Event<Int>]

    var testDescription: String { "\(buffering)" }
  }

  static let lines = [
    Line(buffering: .unbounded, behind: [1, 2, 3, 4, 5]),
    Line(buffering: .newest(5), behind: [1, 2, 3, 4, 5]),
    Line(buffering: .newest(2), behind: [4, 5]),
    Line(buffering: .newest(1), behind: [5]),
    Line(buffering: .newest(0), behind: []),
    Line(buffering: .oldest(5), behind: [1, 2, 3, 4, 5]),
    Line(buffering: .oldest(2), behind: [1, 2]),
    Line(buffering: .oldest(1), behind: [1]),
    Line(buffering: .oldest(0), behind: []),
  ]

  @Test(
    "the table of buffering policies; the end is never lost", arguments: lines,
    [ReaderSupply.behind, .synchronous, .replay])
  func behind(line: Line, supply: ReaderSupply) {
    for end in [Event<Int>.completed, .error(.first)] {
      let output = supply.read([1, 2, 3, 4, 5, end]) { $0.values(buffering: line.buffering) }
      #expect(output == line.behind + [end])
    }
  }

  @Test("a reader that waits gets every value", arguments: lines)
  func waiting(line: Line) {
    let output = ReaderSupply.waiting.read([1, 2, 3, 4, 5, .completed]) { $0.values(buffering: line.buffering) }
    #expect(output == [1, 2, 3, 4, 5, .completed])
  }

  @Test("between two reads the policy also limits the buffer", arguments: [ValuesBuffering.newest(2), .oldest(2)])
  func inBetween(buffering: ValuesBuffering) async throws {
    let subject = PublishSubject<Int, Fault>()
    var iterator = subject.values(buffering: buffering).makeAsyncIterator()
    for value in 1...3 { subject.send(value) }
    #expect(try await iterator.next() == (buffering == .newest(2) ? 2 : 1))
    for value in 4...6 { subject.send(value) }
    let rest = buffering == .newest(2) ? [5, 6] : [2, 4]
    for value in rest { #expect(try await iterator.next() == value) }
    subject.sendCompleted()
    #expect(try await iterator.next() == nil)
  }

  @Test("values that are dropped are released immediately")
  func released() {
    let subject = PublishSubject<Population.Member, Never>()
    for (buffering, kept) in [(ValuesBuffering.unbounded, 5), (.newest(2), 2), (.oldest(2), 2), (.newest(0), 0)] {
      let population = Population()
      do {
        let iterator = subject.values(buffering: buffering).makeAsyncIterator()
        for _ in 1...5 { subject.send(population.member()) }
        #expect(population.count == kept)
        withExtendedLifetime(iterator) {}
      }
      #expect(population.count == 0)
    }
  }

  @Test("a value is released when it has been read", arguments: [ValuesBuffering.unbounded, .newest(5)])
  func read(buffering: ValuesBuffering) async {
    let population = Population()
    let subject = PublishSubject<Population.Member, Never>()
    var iterator = subject.values(buffering: buffering).makeAsyncIterator()
    for _ in 1...5 { subject.send(population.member()) }
    for left in (0..<5).reversed() {
      _ = await iterator.next()
      #expect(population.count == left)
    }
  }

  @Test("the deinit of a dropped value may send to the same buffer")
  func deinitSends() {
    let population = Population()
    let subject = PublishSubject<Population.Member, Never>()
    for buffering in [ValuesBuffering.newest(1), .oldest(1), .newest(0)] {
      let iterator = subject.values(buffering: buffering).makeAsyncIterator()
      let deaths = Counter()
      for _ in 1...3 {
        subject.send(
          population.member { if deaths.increment() < 10 { subject.send(population.member()) } })
      }
      #expect(deaths.value >= 2)
      withExtendedLifetime(iterator) {}
    }
    #expect(population.count == 0)
  }

  @Test("a negative number traps with a message")
  func negative() async {
    let newest = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().values(buffering: .newest(-1))
    }
    #expect(newest?.says("cannot keep a negative number") == true)
    let oldest = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().values(buffering: .oldest(-1))
    }
    #expect(oldest?.says("cannot keep a negative number") == true)
  }
}
