import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Property and channel: threads")
struct PropertyRaceTests {
  @Test("no update is lost, and subscribers see every update in order")
  func updates() throws {
    let property = Property(0)
    let seen = UnguardedList()
    let (overlap, lock) = (Overlap(), NSRecursiveLock())
    property.subscribe { value in overlap.around { seen.entries.append(value) } }
    let count = rounds(2000)
    try onThreads(
      (0..<4).map { number in
        {
          for _ in 0..<count {
            if number == 0 {
              lock.withLock { property.update { $0 += 1 } }
            } else {
              property.update { value in lock.withLock { value += 1 } }
            }
          }
        }
      })
    #expect(property.value == 4 * count)
    #expect(seen.entries == Array(0...4 * count))
    #expect(overlap.count == 0)
  }

  @Test("the last value set is the value that is read, and the value that is delivered last")
  func lastValue() throws {
    for _ in 0..<rounds(200) {
      let property = Property(0)
      let last = Guarded(0)
      property.subscribe { value in last.with { $0 = value } }
      try onThreads(
        (1...4).map { number in { for value in 0..<20 { property.value = 100 * number + value } } })
      #expect(property.value == last.with { $0 })
      #expect(property.value % 100 == 19)
    }
  }

  @Test("of two ends sent into a channel at the same time one counts, on both sides; nothing follows")
  func channelEnds() throws {
    for _ in 0..<rounds(300) {
      let channel = Channel<Int, Failed>()
      let lock = NSRecursiveLock()
      let ends = [Guarded<[String]>([]), Guarded<[String]>([])]
      for (side, terminal) in [channel.leading, channel.following].enumerated() {
        terminal.subscribe(
          onNext: { _ in lock.withLock { ends[side].with { $0.append("value") } } },
          onError: { _ in lock.withLock { ends[side].with { $0.append("error") } } },
          onCompleted: { lock.withLock { ends[side].with { $0.append("completed") } } })
      }
      try onThreads([
        {
          channel.leading.send(1)
          lock.withLock { channel.leading.send(error: Failed()) }
          channel.leading.send(2)
        },
        {
          channel.following.send(1)
          lock.withLock { channel.following.sendCompleted() }
          channel.following.send(2)
        },
      ])
      let (leading, following) = (ends[0].with { $0 }, ends[1].with { $0 })
      #expect(leading.last == following.last)
      #expect(leading.filter { $0 != "value" }.count == 1)
      #expect(leading.count <= 2)
      #expect(following.count <= 2)
    }
  }

  @Test("threads that bind signals to targets whose bindings end are never refused, and nothing is left")
  func slots() throws {
    let target = Target()
    try onThreads(
      (0..<4).map { number in
        {
          let (own, property, subject) = (Target(), Property(0), PublishSubject<Int, Never>())
          for _ in 0..<rounds(300) {
            subject.bind(to: own, \.value).dispose()
            subject.bind(to: property).dispose()
            switch number {
            case 0: subject.bind(to: target, \.value).dispose()
            case 1: subject.bind(to: target, \.other).dispose()
            default: break
            }
          }
        }
      })
  }
}

private final class Target: Sendable {
  private let stored = Guarded(0)
  var value: Int {
    get { stored.with { $0 } }
    set { stored.with { $0 = newValue } }
  }
  var other: Int {
    get { value }
    set { value = newValue }
  }
}
