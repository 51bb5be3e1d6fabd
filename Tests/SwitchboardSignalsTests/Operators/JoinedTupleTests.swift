import Switchboard
import Synchronization
import Testing

/// What `combineLatest` and `zip` keep lies as in the tuple that they send. These tuples have gaps before elements of a
/// stricter alignment, elements of no size, and elements whose size is no multiple of their alignment.
@Suite("R6 R9 Tuples of values of different layouts")
struct JoinedTupleTests {
  struct Odd: Sendable, Equatable {
    var word: Int64
    var byte: UInt8
  }

  typealias Tuple = (UInt8, SIMD8<Float>, Void, Odd, Bool, String, Int16?, Counted)

  final class Tally: Sendable {
    let living = Atomic(0)
  }

  final class Counted: Sendable {
    let number: Int
    let tally: Tally

    init(_ number: Int, _ tally: Tally) {
      (self.number, self.tally) = (number, tally)
      tally.living.add(1, ordering: .relaxed)
    }

    deinit { tally.living.subtract(1, ordering: .relaxed) }
  }

  private static func check(_ tuple: Tuple, _ number: Int) {
    #expect(tuple.0 == UInt8(number))
    #expect(tuple.1 == SIMD8(repeating: Float(number)))
    #expect(tuple.3 == Odd(word: -Int64(number), byte: UInt8(number)))
    #expect(tuple.4 == number.isMultiple(of: 2))
    #expect(tuple.5 == "the number \(number), in a string that lies on the heap")
    #expect(tuple.6 == (number == 1 ? nil : Int16(number)))
    #expect(tuple.7.number == number)
  }

  @Test("combineLatest and zip send each element as it came, and release all", arguments: [false, true])
  func elements(zips: Bool) {
    let received = Mutex(0)
    let tally = Tally()
    do {
      let (a, b, c) = (
        PublishSubject<UInt8, Never>(), PublishSubject<SIMD8<Float>, Never>(), PublishSubject<Void, Never>()
      )
      let (d, e, f) = (PublishSubject<Odd, Never>(), PublishSubject<Bool, Never>(), PublishSubject<String, Never>())
      let (g, h) = (PublishSubject<Int16?, Never>(), PublishSubject<Counted, Never>())
      let joined: Signal<Tuple, Never> =
        zips ? .zip(a, b, c, d, e, f, g, h) : .combineLatest(a, b, c, d, e, f, g, h)
      let subscription = joined.subscribe { tuple in
        // After the first tuple, `combineLatest` sends once for each source. The last of a round has the new values.
        if tuple.7.number == Int(tuple.0) {
          received.withLock { $0 = tuple.7.number }
          Self.check(tuple, tuple.7.number)
        }
      }
      for number in 1...40 {
        a.send(UInt8(number))
        b.send(SIMD8(repeating: Float(number)))
        c.send(())
        d.send(Odd(word: -Int64(number), byte: UInt8(number)))
        e.send(number.isMultiple(of: 2))
        f.send("the number \(number), in a string that lies on the heap")
        g.send(number == 1 ? nil : Int16(number))
        if number <= 20 { h.send(Counted(number, tally)) }
      }
      // The values of the other sources have waited for these.
      if zips { for number in 21...40 { h.send(Counted(number, tally)) } }
      #expect(received.withLock { $0 } == (zips ? 40 : 20))
      a.send(41)
      subscription.dispose()
    }
    #expect(tally.living.load(ordering: .relaxed) == 0)
  }

  @Test("combineLatest and zip send arrays of values with padding", arguments: 1...5)
  func arrays(count: Int) {
    let sources = (0..<count).map { _ in PublishSubject<Odd, Never>() }
    let latest = Mutex<[[Odd]]>([])
    let zipped = Mutex<[[Odd]]>([])
    Signal<[Odd], Never>.combineLatest(sources).subscribe { array in latest.withLock { $0.append(array) } }
    Signal<[Odd], Never>.zip(sources).subscribe { array in zipped.withLock { $0.append(array) } }
    let values = (0..<count).map { Odd(word: Int64($0) - 2, byte: UInt8($0)) }
    for (source, value) in zip(sources, values) { source.send(value) }
    #expect(latest.withLock { $0 } == [values])
    #expect(zipped.withLock { $0 } == [values])
  }
}
