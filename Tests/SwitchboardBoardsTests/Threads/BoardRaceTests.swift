import Foundation
import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

@Suite("Hazards of ReactiveDataBoard: threads")
struct BoardRaceTests {
  @Test("9 several threads use boards in every way at the same time, and the boards end empty")
  func everything() throws {
    let board = BlackBoard()
    let population = Population()
    let keys = (0..<4).map { BoardKey<Int>("key \($0)", retention: $0 == 0 ? .whileSubscribed : .latest) }
    try onThreads(
      (0..<4).map { thread in
        {
          var rng = SeededGenerator(seed: UInt64(thread))
          var kept: [Subscription] = []
          for round in 0..<rounds(20_000) {
            let key = keys[rng.below(4)]
            switch rng.below(16) {
            case 0...3: board.set(round, for: key)
            case 4: board[key] = nil
            case 5: _ = board[key]
            case 6: board.update(key) { $0 = ($0 ?? 0) + 1 }
            case 7, 8:
              kept.append(
                board.subscribe(key, replay: .latest) { [member = population.member()] _ in
                  withExtendedLifetime(member) {}
                })
            case 9: kept.popLast()?.dispose()
            case 10: board.pause(key, keeping: rng.below(2) == 0 ? .drop : .buffer(3)).resume()
            case 11: board.removeSubscribers(for: key)
            case 12: board.handle(for: key).set(round)
            case 13:
              board.batch { batch in
                batch.set(round, for: keys[0])
                batch.set(round, for: keys[1])
              }
            case 14:
              let player = Player()
              board.subscribe(key, owner: player) { _, _ in }
              board.signal(for: key).subscribe(owner: player) { _, _ in }
            default: board.subscribe(key, owner: Stranger()) { _, _ in }
            }
          }
          for observation in kept { observation.dispose() }
        }
      })
    for key in keys { board[key] = nil }
    #expect(board.census == BlackBoard().census)
    #expect(population.count == 0)
  }

  @Test("11 observers see the last stored value last, and all see the same sequence")
  func storedLast() throws {
    for _ in 0..<rounds(200) {
      let board = BlackBoard()
      let seen = (0..<3).map { _ in Journal<Int>() }
      for journal in seen { board.subscribe(.count) { journal.add($0) } }
      try onThreads((1...4).map { thread in { for value in 0..<25 { board.set(100 * thread + value, for: .count) } } })
      #expect(seen[0].entries.count == 100)
      #expect(seen[0].entries.last == board[.count])
      #expect(seen[1].entries == seen[0].entries)
      #expect(seen[2].entries == seen[0].entries)
    }
  }

  @Test("ReactiveDataBoard's demo: 200 concurrent sets of one key with live observers")
  func demo() throws {
    for _ in 0..<rounds(20) {
      let board = BlackBoard()
      let (seen, late) = (Journal<Int>(), Journal<Int>())
      board.signal(for: .count).subscribe { seen.add($0) }
      let sets: [@Sendable () -> Void] = (1...2).map { half in
        { DispatchQueue.concurrentPerform(iterations: 100) { board.set(1000 * half + $0, for: .count) } }
      }
      try onThreads(sets + [{ _ = board.subscribe(.count, replay: .latest) { late.add($0) } }])
      #expect(Set(seen.entries).count == 200)
      #expect(seen.entries.last == board[.count])
      #expect(late.entries == Array(seen.entries.suffix(late.entries.count)))
    }
  }

  @Test("two threads mix all operations on few keys: each observer sees each key's values in stored order")
  func mix() throws {
    let board = BlackBoard()
    let keys = (0..<8).map { BoardKey<Int>("key \($0)") }
    let last = keys.map { _ in Guarded(0) }
    let disorder = Counter()
    for (index, key) in keys.enumerated() {
      board.set(0, for: key)
      board.subscribe(key) { value in
        last[index].with { last in
          // `update` numbers the values in the order in which they are stored.
          if value != last + 1 { disorder.increment() }
          last = value
        }
      }
    }
    let operations = isUnderThreadSanitizer ? 1_000_000 : 200_000
    try onThreads(
      (0..<2).map { thread in
        {
          var rng = SeededGenerator(seed: UInt64(thread))
          for _ in 0..<(operations / 2) {
            let key = keys[rng.below(8)]
            switch rng.below(8) {
            case 0: _ = board[key]
            case 1: board.subscribe(key, replay: .latest) { _ in }.dispose()
            default: board.update(key) { $0 = ($0 ?? 0) + 1 }
            }
          }
        }
      })
    #expect(disorder.value == 0)
    for (index, key) in keys.enumerated() { #expect(board[key] == last[index].with { $0 }) }
  }

  @Test("no update is lost, also while observers subscribe and the value's place moves")
  func updates() throws {
    let board = BlackBoard()
    let count = rounds(5000)
    try onThreads(
      (0..<3).map { thread in
        {
          for _ in 0..<count {
            if thread == 0 {
              board.subscribe(.count) { _ in }.dispose()
            } else {
              board.update(.count) { $0 = ($0 ?? 0) + 1 }
            }
          }
        }
      })
    #expect(board[.count] == 2 * count)
    board[.count] = nil
    #expect(board.census == BlackBoard().census)
  }

  @Test("R6 a thread reads what it wrote, also while observers join and leave and the value's place moves")
  func ownWrites() throws {
    let board = BlackBoard()
    let (count, differences) = (rounds(20_000), Counter())
    try onThreads([
      {
        for value in 0..<count {
          board.set(value, for: .count)
          if board[.count] != value { differences.increment() }
        }
      },
      { for _ in 0..<count { board.subscribe(.count) { _ in }.dispose() } },
    ])
    #expect(differences.value == 0)
  }

  @Test("R4 threads that work on different keys do not wait for each other's observers")
  func differentKeys() throws {
    let board = BlackBoard()
    let (entered, free) = (Gate(), Gate())
    let seen = Journal<Int>()
    board.subscribe(.count) { _ in
      entered.open()
      free.wait()
    }
    board.subscribe(.other) { seen.add($0) }
    let slow = RunningThread { board.set(1, for: .count) }
    entered.wait()
    try watched {
      board.set(2, for: .other)
      for number in 0..<1000 { board.set(number, for: BoardKey("key \(number)")) }
      // A value for the key that is being delivered: stored immediately, delivered in its turn.
      board.set(3, for: .count)
    }
    #expect(board[.count] == 3)
    #expect(seen.entries == [2])
    free.open()
    try slow.join()
  }

  @Test("a board is deallocated while other threads set, observe and hold handles")
  func death() throws {
    for _ in 0..<rounds(300) {
      let owner = Guarded<DataBoard?>(BlackBoard())
      let signal = owner.with { $0!.signal(for: .count, replay: .latest) }
      let handle = owner.with { $0!.handle(for: .count) }
      let ends = Counter()
      signal.subscribe(onCompleted: { ends.increment() })
      try onThreads([
        {
          let board = owner.with { board in
            defer { board = nil }
            return board
          }
          withExtendedLifetime(board) {}
        },
        { for value in 0..<20 { handle.set(value) } },
        { for _ in 0..<5 { signal.subscribe(onCompleted: { ends.increment() }) } },
      ])
      #expect(ends.value == 6)
      #expect(handle.value == nil)
    }
  }
}
