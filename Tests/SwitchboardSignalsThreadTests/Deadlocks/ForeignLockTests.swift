import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// A lock of the program. A handler takes the lock while another thread holds it and calls the library. A library that
/// held its own lock while it calls handlers would deadlock here.
private struct ForeignLock: Sendable {
  private let lock = NSRecursiveLock()

  func callAsFunction(_ body: () -> Void) { lock.withLock(body) }
}

@Suite("R4 Deadlock shapes: a lock that handlers take, held by threads that call the library")
struct ForeignLockTests {
  /// Sends to `subject` on one thread, and calls `underLock` on another thread, which holds the lock.
  private func run(
    _ subject: any IntSubject, _ lock: ForeignLock, underLock: @escaping @Sendable (Int) -> Void
  ) throws {
    let count = rounds(1000)
    try onThreads([
      { for value in 0..<count { subject.send(value) } },
      { for value in 0..<count { lock { underLock(value) } } },
    ])
  }

  @Test("The holder of the lock sends", arguments: SubjectKind.allCases)
  func sends(kind: SubjectKind) throws {
    let (subject, lock, heard) = (kind.subject(), ForeignLock(), Counter())
    subject.subscribe { value in if value >= 0 { lock { heard.increment() } } }
    try run(subject, lock) { subject.send($0) }
    #expect(heard.value == 2 * rounds(1000))
  }

  @Test("The holder of the lock subscribes, gets a replay, and disposes", arguments: SubjectKind.allCases)
  func subscribes(kind: SubjectKind) throws {
    let (subject, lock, heard) = (kind.subject(), ForeignLock(), Counter())
    subject.subscribe { _ in lock { heard.increment() } }
    try run(subject, lock) { _ in subject.subscribe { _ in lock { heard.increment() } }.dispose() }
    #expect(subject.census.count == 1)
  }

  @Test("The holder of the lock subscribes and disposes after the end", arguments: SubjectKind.allCases)
  func subscribesAfterEnd(kind: SubjectKind) throws {
    let (subject, lock, ends) = (kind.subject(), ForeignLock(), Counter())
    subject.sendCompleted()
    let come: @Sendable (Int) -> Void = { _ in
      subject.signal.subscribe(onNext: { _ in lock {} }, onCompleted: { lock { ends.increment() } }).dispose()
    }
    let count = rounds(500)
    try onThreads([
      { for value in 0..<count { come(value) } },
      { for value in 0..<count { lock { come(value) } } },
    ])
    #expect(ends.value == 2 * count)
  }

  @Test("Two sources of a merge on two threads, and one source sends under the lock")
  func merges() throws {
    let (left, right) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
    let (lock, heard) = (ForeignLock(), Counter())
    left.merge(with: right).subscribe(onNext: { _ in lock { heard.increment() } })
    try run(left, lock) { right.send($0) }
    #expect(heard.value == 2 * rounds(1000))
  }

  @Test("The trigger of a take(until:) fires under the lock")
  func takeUntil() throws {
    for _ in 0..<rounds(200) {
      let (source, trigger) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
      let (lock, ends) = (ForeignLock(), Counter())
      source.take(until: trigger).subscribe(onNext: { _ in lock {} }, onCompleted: { lock { ends.increment() } })
      try onThreads([
        { for value in 0..<20 { source.send(value) } },
        { lock { trigger.send(1) } },
      ])
      #expect(ends.value == 1)
    }
  }

  @Test("A bag is disposed under the lock that its disposals take")
  func bag() throws {
    for _ in 0..<rounds(200) {
      let (subject, bag) = (PublishSubject<Int, Never>(), CompositeDisposable())
      let (lock, disposals) = (ForeignLock(), Counter())
      try onThreads([
        {
          for _ in 0..<20 {
            subject.do(onDispose: { lock { disposals.increment() } }).subscribe(into: bag, onNext: { _ in lock {} })
          }
        },
        { for value in 0..<20 { subject.send(value) } },
        { lock { bag.dispose() } },
      ])
      // After the bag is disposed, `subscribe` subscribes to nothing, so there is nothing to dispose.
      #expect(disposals.value <= 20)
      #expect(subject.census.count == 0)
    }
  }
}
