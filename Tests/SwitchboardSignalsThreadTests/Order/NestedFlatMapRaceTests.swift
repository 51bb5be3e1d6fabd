import Switchboard
import SwitchboardTestSupport
import Testing

/// A `flatMap` in a `flatMap` leaves while its inner signals send, end, are lost and are disposed on other threads.
@Suite("R6 flatMap in a flatMap, on threads")
struct NestedFlatMapRaceTests {
  private static let strategies: [FlattenStrategy] = [.merge, .merge(2), .concat, .latest, .first]

  enum End: CaseIterable, Sendable { case completed, failed, lost, disposed }

  @Test("no value is lost, doubled or out of order, and the end comes once", arguments: strategies, End.allCases)
  func leaving(strategy: FlattenStrategy, end: End) throws {
    for _ in 0..<rounds(120) {
      let outers = (0..<3).map { _ in PublishSubject<Int, Failed>() }
      let leaf = Guarded<PublishSubject<Int, Failed>?>(PublishSubject())
      let (seen, overlap) = (UnguardedList(), Overlap())
      let innermost = outers[2].flatMap(strategy) { _ in leaf.with { $0?.signal } ?? .empty() }
      let signals = outers.dropLast().reversed().reduce(innermost) { inner, outer in
        outer.flatMap(strategy) { _ in inner }
      }
      let subscription = signals.subscribe(
        onNext: { value in overlap.around { seen.entries.append(value) } },
        onError: { _ in overlap.around { seen.entries.append(-2) } },
        onCompleted: { overlap.around { seen.entries.append(-1) } })
      for outer in outers { outer.send(0) }
      let complete = outers.map { outer -> @Sendable () -> Void in { outer.sendCompleted() } }
      let send: @Sendable () -> Void = {
        let subject = leaf.with { $0 }
        for value in 0..<40 { subject?.send(value) }
        switch end {
        case .completed: subject?.sendCompleted()
        case .failed: subject?.send(error: Failed())
        case .lost: leaf.with { $0 = nil }
        case .disposed: subscription.dispose()
        }
      }
      try onThreads([send] + complete)
      let values = seen.entries.filter { $0 >= 0 }
      #expect(values == Array(0..<values.count))
      #expect(end == .disposed || values.count == 40)
      let expected: [Int] =
        switch end {
        case .completed: [-1]
        case .failed: [-2]
        case .lost, .disposed: []
        }
      #expect(seen.entries.filter { $0 < 0 } == expected)
      #expect(overlap.count == 0)
      leaf.with { $0 = nil }
      #expect(subscription.isDisposed)
      #expect(outers.allSatisfy { $0.census.count == 0 })
    }
  }
}
