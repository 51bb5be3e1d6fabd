import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R6 and R8 One sequence for all subscribers, with any sender and late subscribers")
struct SequenceTests {
  /// Sends on several threads while other threads subscribe. Returns what the first subscriber and the late subscribers
  /// saw, and how many of them got the end.
  private func feed(
    _ subject: any IntSubject, senders: Int, each: Int
  ) throws -> (first: [Int], late: [[Int]], ends: Int) {
    let (first, ends) = (UnguardedList(), Counter())
    subject.signal.subscribe(onNext: { first.entries.append($0) }, onCompleted: { ends.increment() })
    let late = (0..<8).map { _ in UnguardedList() }
    let running = Counter()
    var threads: [@Sendable () -> Void] = (0..<senders).map { sender in
      {
        for number in 0..<each { subject.send(sender * each + number) }
        if running.increment() == senders { subject.sendCompleted() }
      }
    }
    for half in [late[..<4], late[4...]] {
      let half = Array(half)
      threads.append {
        for list in half {
          subject.signal.subscribe(onNext: { list.entries.append($0) }, onCompleted: { ends.increment() })
        }
      }
    }
    try onThreads(threads)
    return (first.entries, late.map(\.entries), ends.value)
  }

  @Test("Late subscribers see a suffix of the first subscriber's sequence", arguments: SubjectKind.allCases)
  func suffixes(kind: SubjectKind) throws {
    for _ in 0..<rounds(40) {
      let subject = kind.subject()
      let (first, late, ends) = try feed(subject, senders: 3, each: 100)
      let sent = first.filter { $0 >= 0 }
      #expect(Set(sent).count == 300 && sent.count == 300)
      for sender in 0..<3 {
        let mine = sent.filter { $0 / 100 == sender }
        #expect(mine == mine.sorted())
      }
      for list in late { #expect(list == Array(first.suffix(list.count))) }
      #expect(ends == 9)
      #expect(subject.census.count == 0)
      if kind != .publish { for list in late { #expect(!list.isEmpty) } }
    }
  }

  @Test("An unlimited replay gives every subscriber every value")
  func everything() throws {
    for _ in 0..<rounds(40) {
      let (first, late, ends) = try feed(ReplaySubject<Int, Never>(), senders: 3, each: 50)
      #expect(first.count == 150)
      for list in late { #expect(list == first) }
      #expect(ends == 9)
    }
  }

  @Test("A behavior subject's value is the last delivered value, and a thread reads its last write or a later value")
  func currentValue() throws {
    for _ in 0..<rounds(100) {
      let subject = BehaviorSubject<Int, Never>(-1)
      let (seen, stale) = (UnguardedList(), Counter())
      subject.signal.subscribe(onNext: { seen.entries.append($0) })
      try onThreads(
        (0..<3).map { sender in
          {
            for number in 0..<50 {
              subject.send(sender * 50 + number)
              let value = subject.value
              if value / 50 == sender, value != sender * 50 + number { stale.increment() }
            }
          }
        })
      #expect(seen.entries.count == 151)
      #expect(subject.value == seen.entries.last)
      #expect(stale.value == 0)
    }
  }
}
