import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R6 Subjects: re-entrancy")
struct SubjectReentrancy {
  @Test("a send inside a handler waits until all subscribers have the previous value", arguments: AnySubject.allCases)
  func queue(kind: AnySubject) {
    let subject = kind()
    let journal = Journal()
    _ = subject.record { [weak subject] event in
      journal.add("a \(event)")
      if event == 1 { subject?.play([2]) }
      if event == 2 { subject?.play([3, .completed, 4]) }
    }
    _ = subject.record { journal.add("b \($0)") }
    subject.play([1])
    let played = journal.entries.drop { !$0.hasSuffix("(1)") }
    #expect(
      Array(played) == [
        "a value(1)", "b value(1)", "a value(2)", "b value(2)", "a value(3)", "b value(3)", "a completed",
        "b completed",
      ])
  }

  @Test("subscribed inside a handler: no gap, no duplicate", arguments: AnySubject.allCases, 1...4)
  func nested(kind: AnySubject, depth: Int) {
    let subject = kind()
    let recorders = Guarded<[Recorder<Int, Fault>]>([])
    // Each new subscriber subscribes the next one at its first live value.
    @Sendable func subscribe(_ left: Int) {
      let recorder = Recorder<Int, Fault>()
      let hasSubscribed = Guarded(false)
      recorders.with { $0.append(recorder) }
      _ = subject.record(with: recorder) { event in
        guard left > 0, !event.isTerminal, event != 0, !hasSubscribed.current else { return }
        hasSubscribed.set(true)
        subject.play([.value(10 + left)])
        subscribe(left - 1)
        subject.play([.value(20 + left)])
      }
    }
    subscribe(depth)
    let everything = Recorder<Int, Fault>()
    _ = subject.record(with: everything)
    subject.play([1, 2])
    subject.play([.completed])
    let all = everything.events.filter { $0 != 0 }
    #expect(all.count == 2 * depth + 3)
    for recorder in recorders.current {
      // Each recorder saw a suffix of the full sequence.
      let own = recorder.events.filter { $0 != 0 }
      #expect(own == Array(all.suffix(own.count)))
      #expect(!own.isEmpty)
    }
    #expect(subject.census.count == 0)
  }

  @Test("subscribed inside a replay", arguments: AnySubject.allCases.filter { $0.capacity > 1 })
  func insideReplay(kind: AnySubject) {
    let subject = kind()
    subject.play([1, 2, 3])
    let (outer, inner) = (Recorder<Int, Fault>(), Recorder<Int, Fault>())
    _ = subject.record(with: outer) { event in
      guard event == 2 else { return }
      _ = subject.record(with: inner)
      subject.play([4])
      #expect(inner.events == [])
    }
    #expect(outer.events == [1, 2, 3, 4])
    #expect(inner.events == [1, 2, 3, 4])
    subject.play([.completed])
    #expect(inner.events == [1, 2, 3, 4, .completed])
  }

  @Test("an end sent inside a replay comes after the replay", arguments: AnySubject.allCases.filter { $0.capacity > 1 })
  func endInsideReplay(kind: AnySubject) {
    let subject = kind()
    subject.play([1, 2, 3])
    let recorder = Recorder<Int, Fault>()
    _ = subject.record(with: recorder) { if $0 == 1 { subject.play([4, .error(.first), 5]) } }
    #expect(recorder.events == [1, 2, 3, 4, .error(.first)])
    #expect(subject.census.count == 0)
  }

  @Test("subscribed between the call that ends and the terminal event", arguments: AnySubject.allCases)
  func beforeTheEnd(kind: AnySubject) {
    let subject = kind()
    let late = Recorder<Int, Fault>()
    _ = subject.record { event in
      guard event == 1 else { return }
      subject.play([2, .completed])
      _ = subject.record(with: late)
      subject.play([3])
    }
    subject.play([1])
    // A subscriber without replay takes its place in the registry immediately, so the queued value comes live. A
    // subscriber with replay joins behind the queued value.
    #expect(late.events == (kind.capacity == 0 ? [2] : kind.replayed([1, 2])) + [.completed])
  }

  @Test("subscribed inside a terminal handler: the end comes immediately, once", arguments: AnySubject.allCases)
  func insideTheEnd(kind: AnySubject) {
    let subject = kind()
    let late = Recorder<Int, Fault>()
    _ = subject.record { event in
      if event == .error(.first) {
        _ = subject.record(with: late)
        subject.play([2, .error(.second)])
      }
    }
    subject.play([1, .error(.first)])
    #expect(late.events == kind.replayed([1]) + [.error(.first)])
  }

  @Test("a subscription that another handler disposes during a delivery is not called", arguments: AnySubject.allCases)
  func disposedByOther(kind: AnySubject) {
    let subject = kind()
    let victims = [Recorder<Int, Fault>(), Recorder(), Recorder()]
    _ = subject.record(with: victims[0])
    _ = subject.record { event in if event == 1 { for victim in victims { victim.dispose() } } }
    for victim in victims.dropFirst() { _ = subject.record(with: victim) }
    subject.play([1, 2, .completed])
    #expect(victims[0].events == kind.replayed([]) + [1])
    #expect(victims[1].events == kind.replayed([]))
    #expect(victims[2].events == kind.replayed([]))
  }

  @Test("a new subscriber disposed before its turn gets nothing", arguments: AnySubject.allCases)
  func disposedBeforeTurn(kind: AnySubject) {
    let subject = kind()
    let population = Population()
    let late = Recorder<Int, Fault>()
    _ = subject.record { event in
      guard event == 1 else { return }
      let member = population.member()
      _ = subject.record(with: late) { [member] _ in withExtendedLifetime(member) {} }
      late.dispose()
    }
    subject.play([1, 2, .completed])
    #expect(late.events == [])
    #expect(population.count == 0)
  }

  @Test("ten thousand nested sends do not grow the stack", arguments: AnySubject.allCases)
  func deep(kind: AnySubject) {
    let subject = kind()
    let last = Guarded(0)
    _ = subject.record { [weak subject] event in
      guard case .value(let value) = event else { return }
      last.set(value)
      if value > 0, value < 10_000 { subject?.play([.value(value + 1)]) }
    }
    subject.play([1])
    #expect(last.current == 10_000)
  }
}
