import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R4, R6 Joining operators: two threads, and a lock that handlers take")
struct JoiningLockTests {
  @Test("The holder of the handler's lock sends", arguments: Join.all)
  func sends(join: Join) throws {
    let (left, right) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
    let (lock, overlap, heard) = (NSRecursiveLock(), Overlap(), Counter())
    join.join(left, right).subscribe(onNext: { _ in
      overlap.around { lock.withLock { _ = heard.increment() } }
    })
    let count = rounds(1000)
    try onThreads([
      { for value in 0..<count { left.send(value) } },
      { for value in 0..<count { lock.withLock { right.send(value) } } },
    ])
    #expect(overlap.count == 0)
    left.sendCompleted()
    right.sendCompleted()
    #expect(left.census.count == 0)
    #expect(right.census.count == 0)
  }

  @Test("Handlers that send to the other source, on two threads", arguments: Join.all)
  func crossing(join: Join) throws {
    let (left, right) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
    let lock = NSRecursiveLock()
    let signal = join.join(left, right)
    let bag = CompositeDisposable()
    let budget = Counter()
    let count = rounds(300)
    for other in [left, right] {
      signal.subscribe(
        into: bag,
        onNext: { value in
          lock.withLock {}
          if budget.increment() < 4 * count { other.send(value % 7) }
        })
    }
    try onThreads([
      { for value in 0..<count { left.send(value) } },
      { for value in 0..<count { lock.withLock { right.send(value) } } },
    ])
    bag.dispose()
    #expect(left.census.count == 0)
    #expect(right.census.count == 0)
  }

  @Test("Subscribed, fed, ended and disposed by three threads at the same time", arguments: Join.all)
  func ends(join: Join) throws {
    for round in 0..<rounds(200) {
      let (left, right) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
      let lock = NSRecursiveLock()
      let (ends, disposals, late) = (Counter(), Counter(), Counter())
      let bag = CompositeDisposable()
      let population = Population()
      do {
        let member = population.member()
        join.join(left, right).do(onDispose: { lock.withLock { _ = disposals.increment() } }).subscribe(
          into: bag,
          onNext: { [member] _ in
            withExtendedLifetime(member) {}
            if ends.value > 0 { late.increment() }
          },
          onCompleted: { lock.withLock { _ = ends.increment() } })
      }
      try onThreads([
        {
          for value in 0..<5 { left.send(value) }
          left.sendCompleted()
        },
        {
          for value in 0..<5 { lock.withLock { right.send(value) } }
          right.sendCompleted()
        },
        { if round.isMultiple(of: 2) { lock.withLock { bag.dispose() } } },
      ])
      // Without a disposal, the end arrives, also if it is sent while another thread is delivering.
      if !round.isMultiple(of: 2) { #expect(ends.value == 1) }
      bag.dispose()
      #expect(ends.value <= 1)
      #expect(late.value == 0)
      #expect(disposals.value == 1 || round.isMultiple(of: 2))
      #expect(population.count == 0)
      #expect(left.census.count == 0)
      #expect(right.census.count == 0)
    }
  }

  @Test("combineLatest and zip lose nothing: pairs of a zip match, the last combination has both last values")
  func nothingLost() throws {
    let (left, right) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
    let (pairs, mismatches) = (Counter(), Counter())
    let last = Guarded<(Int, Int)>((-1, -1))
    left.zip(with: right).subscribe { pair in
      if pair != (pairs.value, pairs.value) { mismatches.increment() }
      pairs.increment()
    }
    left.combineLatest(with: right).subscribe { pair in last.with { $0 = pair } }
    let count = rounds(5000)
    try onThreads([
      { for value in 0..<count { left.send(value) } },
      { for value in 0..<count { right.send(value) } },
    ])
    #expect(pairs.value == count)
    #expect(mismatches.value == 0)
    #expect(last.with { $0 } == (count - 1, count - 1))
  }
}
