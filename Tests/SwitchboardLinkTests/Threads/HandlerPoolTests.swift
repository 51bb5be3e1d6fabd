import Foundation
import Switchboard
import SwitchboardBroadcast
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// The threads of handlers. Real threads; the times after which there are more of them are virtual.
@Suite struct HandlerPoolTests {
  private let clock = TestScheduler()

  @Test func `R2: a strand runs all work of many threads in order, one piece at a time`() throws {
    // Threads end as soon as they have no work, so ends and beginnings race too.
    for patience in [Duration.zero, .seconds(5)] {
      let pool = HandlerPool(cores: 4, patience: patience, watch: clock)
      let strands = (0..<3).map { _ in HandlerStrand(pool) }
      let logs = strands.map { _ in UncheckedLog() }
      let (senders, count) = (4, 2000)
      let done = Gate()
      let ran = Counter()
      try onThreads(
        (0..<senders).map { sender in
          {
            for number in 0..<count {
              for (strand, log) in zip(strands, logs) {
                strand.perform {
                  log.append(sender, number)
                  if ran.increment() == senders * count * strands.count { done.open() }
                }
              }
            }
          }
        })
      done.wait()
      for log in logs {
        #expect(log.overlaps == 0)
        for sender in 0..<senders {
          #expect(log.entries.filter { $0.sender == sender }.map(\.number) == Array(0..<count))
        }
      }
    }
  }

  @Test func `a thousand strands need as many threads as there are cores`() {
    let pool = HandlerPool(cores: 3, watch: clock)
    let strands = (0..<1000).map { _ in HandlerStrand(pool) }
    let threads = Guarded<Set<pthread_t>>([])
    let done = Gate()
    let ran = Counter()
    for strand in strands {
      strand.perform {
        threads.with { _ = $0.insert(pthread_self()) }
        if ran.increment() == strands.count { done.open() }
      }
    }
    done.wait()
    #expect(threads.with { $0.count } <= 3)
    #expect(pool.threads <= 3)
  }

  @Test func `strands that block do not keep another one from running`() {
    let pool = HandlerPool(cores: 2, watch: clock)
    let (gate, done) = (Gate(), Gate())
    let begun = Counter()
    let blocked = (0..<20).map { _ in HandlerStrand(pool) }
    for strand in blocked {
      strand.perform {
        begun.increment()
        gate.wait()
      }
    }
    HandlerStrand(pool).perform { done.open() }
    yieldUntil { begun.value == 2 }
    // The time in which a thread took work is no stall.
    clock.advance(by: HandlerPool.stall)
    #expect(pool.threads == 2)
    for thread in 3...20 {
      clock.advance(by: HandlerPool.stall)
      yieldUntil { begun.value == thread }
      clock.advance(by: HandlerPool.stall)
      #expect(pool.threads == thread)
    }
    clock.advance(by: HandlerPool.stall)
    done.wait()
    gate.open()
    // Nothing waits, so nothing is watched.
    clock.advance(by: HandlerPool.stall)
    #expect(pool.threads == 21)
  }

  @Test func `handlers that take long and do not block need no further thread`() {
    let pool = HandlerPool(cores: 1, watch: clock)
    let busy = HandlerStrand(pool)
    let gates = (0..<8).map { _ in Gate() }
    let (begun, done) = (Counter(), Gate())
    for gate in gates {
      busy.perform {
        begun.increment()
        gate.wait()
      }
    }
    yieldUntil { begun.value == 1 }
    HandlerStrand(pool).perform { done.open() }
    // One begins in each stall, so the other strand only waits for its turn.
    for (number, gate) in gates.dropLast().enumerated() {
      gate.open()
      yieldUntil { begun.value == number + 2 }
      clock.advance(by: HandlerPool.stall)
    }
    gates.last?.open()
    done.wait()
    #expect(pool.threads == 1)
  }

  @Test func `there is a limit of threads, and work beyond it waits`() {
    let pool = HandlerPool(cores: 1, most: 2, watch: clock)
    let (gate, done) = (Gate(), Gate())
    let ran = Counter()
    for _ in 0..<5 {
      HandlerStrand(pool).perform {
        gate.wait()
        if ran.increment() == 5 { done.open() }
      }
    }
    for _ in 0..<10 { clock.advance(by: HandlerPool.stall) }
    #expect(pool.threads == 2)
    gate.open()
    done.wait()
  }

  @Test func `work that comes while the thread ends is not lost`() {
    let strand = HandlerStrand(HandlerPool(cores: 1, patience: .zero, watch: clock))
    let ran = Counter()
    for round in 1...20_000 {
      strand.perform { ran.increment() }
      yieldUntil { ran.value == round }
      // So long after the work, the thread is somewhere between looking for more and its end.
      for _ in 0..<round % 512 { _ = ran.value }
    }
  }

  @Test func `threads without work end`() {
    let pool = HandlerPool(cores: 2, patience: .zero, watch: clock)
    let done = Gate()
    HandlerStrand(pool).perform { done.open() }
    done.wait()
    yieldUntil { pool.threads == 0 }
  }

  @Test func `the work of a released strand runs, and is released`() {
    let pool = HandlerPool(cores: 1, watch: clock)
    let (gate, done) = (Gate(), Gate())
    HandlerStrand(pool).perform { gate.wait() }
    var strand: HandlerStrand? = HandlerStrand(pool)
    weak let released = strand
    var token: Token? = Token()
    weak let releasedToken = token
    if let held = token { strand?.perform { keepAlive(held) } }
    strand?.perform { done.open() }
    (strand, token) = (nil, nil)
    #expect(released != nil && releasedToken != nil)
    gate.open()
    done.wait()
    yieldUntil { released == nil && releasedToken == nil }
  }

  @Test func `a strand runs work after a delay, and releases disposed work at once`() {
    let strand = HandlerStrand(HandlerPool(cores: 1, watch: clock))
    let done = Gate()
    var token: Token? = Token()
    weak let released = token
    let disposed = strand.schedule(after: .seconds(1)) { [token] in keepAlive(token) }
    token = nil
    #expect(released != nil)
    disposed.dispose()
    #expect(released == nil)
    strand.schedule(after: .seconds(2)) { done.open() }
    clock.advance(by: .seconds(2))
    done.wait()
    #expect(strand.now == clock.now)
  }
}

private final class Token: Sendable {}

/// A log without a lock: only what runs one piece at a time may append. ThreadSanitizer sees anything else.
private final class UncheckedLog: @unchecked Sendable {
  // Sound: the strand runs one piece at a time, and the test reads afterwards.
  private(set) var entries: [(sender: Int, number: Int)] = []
  private(set) var overlaps = 0
  private let isInside = Lock(false)

  func append(_ sender: Int, _ number: Int) {
    if isInside.exchange(true) { overlaps += 1 }
    entries.append((sender, number))
    _ = isInside.exchange(false)
  }
}
