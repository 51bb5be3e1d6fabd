import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R5 and R6 Operators that join threads")
struct JoiningTests {
  @Test("A merge keeps each source's order and completes once, after every value")
  func merge() throws {
    for _ in 0..<rounds(150) {
      let (left, right) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
      let (seen, overlap) = (UnguardedList(), Overlap())
      left.merge(with: right).subscribe(
        onNext: { value in overlap.around { seen.entries.append(value) } },
        onCompleted: { overlap.around { seen.entries.append(-1) } })
      try onThreads(
        [left, right].enumerated().map { index, source in
          {
            for value in 0..<50 { source.send(index * 100 + value) }
            source.sendCompleted()
          }
        })
      #expect(seen.entries.filter { 0..<100 ~= $0 } == Array(0..<50))
      #expect(seen.entries.filter { $0 >= 100 } == Array(100..<150))
      #expect(seen.entries.count == 101 && seen.entries.last == -1)
      #expect(overlap.count == 0)
    }
  }

  @Test("A merge that fails on one thread sends nothing more, and releases the other source")
  func mergeFails() throws {
    for _ in 0..<rounds(150) {
      let (left, right) = (PublishSubject<Int, Failed>(), PublishSubject<Int, Failed>())
      let seen = UnguardedList()
      left.merge(with: right).subscribe(
        onNext: { seen.entries.append($0) }, onError: { _ in seen.entries.append(-1) },
        onCompleted: { seen.entries.append(-2) })
      try onThreads([
        { for value in 0..<50 { left.send(value) } },
        {
          for value in 100..<110 { right.send(value) }
          right.send(error: Failed())
        },
      ])
      #expect(seen.entries.filter { $0 >= 100 } == Array(100..<110))
      #expect(seen.entries.filter { $0 < 0 } == [-1] && seen.entries.last == -1)
      #expect(left.census.count == 0)
      #expect(right.census.count == 0)
    }
  }

  @Test("A take(until:) sends nothing after its completion, and releases both sources")
  func takeUntil() throws {
    for _ in 0..<rounds(200) {
      let (source, trigger) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
      let seen = UnguardedList()
      source.take(until: trigger).subscribe(
        onNext: { seen.entries.append($0) }, onCompleted: { seen.entries.append(-1) })
      try onThreads([
        { for value in 0..<50 { source.send(value) } },
        { for value in 0..<3 { trigger.send(value) } },
        { trigger.sendCompleted() },
      ])
      let values = seen.entries.dropLast()
      #expect(seen.entries.last == -1)
      #expect(Array(values) == Array(0..<values.count))
      #expect(source.census.count == 0)
      #expect(trigger.census.count == 0)
    }
  }

  @Test("A concat and a catch continue with the next source on the thread that ended the first")
  func handOver() throws {
    for _ in 0..<rounds(150) {
      let first = PublishSubject<Int, Failed>()
      let (second, third) = (ReplaySubject<Int, Failed>(), ReplaySubject<Int, Never>())
      let seen = UnguardedList()
      first.concat(second).catch { _ in third.signal }.subscribe(
        onNext: { seen.entries.append($0) }, onCompleted: { seen.entries.append(-1) })
      try onThreads([
        {
          for value in 0..<10 { first.send(value) }
          first.sendCompleted()
        },
        {
          for value in 10..<20 { second.send(value) }
          second.send(error: Failed())
        },
        {
          for value in 20..<30 { third.send(value) }
          third.sendCompleted()
        },
      ])
      #expect(seen.entries == Array(0..<30) + [-1])
    }
  }

  @Test("An observer fed by several threads gets one call at a time, and ends once", arguments: [false, true])
  func observer(isProducers: Bool) throws {
    for _ in 0..<rounds(150) {
      let (seen, overlap) = (UnguardedList(), Overlap())
      let onNext: @Sendable (Int) -> Void = { value in overlap.around { seen.entries.append(value) } }
      let onEnd: @Sendable () -> Void = { overlap.around { seen.entries.append(-1) } }
      let made = Guarded<Observer<Int, Failed>?>(nil)
      if isProducers {
        let signal = Signal<Int, Failed> { observer in
          made.with { $0 = observer }
          return nil
        }
        signal.subscribe(onNext: onNext, onError: { _ in onEnd() }, onCompleted: onEnd)
      } else {
        made.with { $0 = Observer(onNext: onNext, onError: { _ in onEnd() }, onCompleted: onEnd) }
      }
      let observer = try #require(made.with { $0 })
      try onThreads(
        (0..<3).map { sender in
          {
            for value in 0..<40 { observer.send(sender * 100 + value) }
            if sender == 0 { observer.send(error: Failed()) } else { observer.sendCompleted() }
          }
        })
      #expect(overlap.count == 0)
      #expect(seen.entries.filter { $0 == -1 }.count == 1 && seen.entries.last == -1)
      for sender in 0..<3 {
        let mine = seen.entries.filter { $0 >= 0 && $0 / 100 == sender }
        #expect(mine == Array((sender * 100)..<(sender * 100 + mine.count)))
      }
      #expect(observer.isDisposed)
    }
  }
}
