import BenchmarkHarness
import SubscriberWorkloads

extension Measurable {
  /// Creates a measurable for a procedure, by default for sends. Each process first checks by counting that each value
  /// arrives at each subscriber exactly once.
  @inline(__always)
  init<Registry: SubscriberRegistry>(counting _: Registry.Type, _ procedure: Procedure = .sendFresh) {
    let measured = Measurable(Registry.self, procedure)
    self.init(
      cell: { name, seed in
        guard let cell = measured.cell(name, seed) else { return nil }
        return Cell(name, granule: cell.granule, minimum: cell.minimum) {
          do throws(FailedCheck) {
            try Arrivals<Registry>(subscribers: name.n).check()
          } catch {
            let failure = error.description
            return { Sample(nanoseconds: 1, operations: $0, failure: failure) }
          }
          return cell.prepare()
        }
      },
      memory: { n, statistics throws(FailedCheck) in
        try Arrivals<Registry>(subscribers: n).check()
        return try measured.memory(n, statistics)
      }, region: measured.region)
  }
}

/// The count of the values that arrive.
///
/// A subscriber adds each value and a number of its own to its sum. Operators may change a value, if always in the same
/// way. So a number of equal blocks of values must make the sum of one block that number of times as large.
private struct Arrivals<Registry: SubscriberRegistry> {
  private let registry: Registry
  private let sinks: [Sink]
  private let tokens: [Registry.Token]

  init(subscribers: Int) {
    let registry = Registry(capacity: subscribers)
    let sinks = (0..<subscribers).map { _ in Sink() }
    self.registry = registry
    self.sinks = sinks
    tokens = sinks.map { registry.subscribe($0, number: 1) }
  }

  func check() throws(FailedCheck) {
    let blocks = 100
    // Some sources send their present value to a new subscriber.
    let start = sinks.map(\.total)
    func sumsSinceStart() -> [Int] { zip(sinks, start).map { $0.total - $1 } }
    sendBlock()
    let sums = sumsSinceStart()
    for _ in 1..<blocks { sendBlock() }
    let late = sumsSinceStart()
    for token in tokens { registry.unsubscribe(token) }
    // A value is at least 1, and so is the subscriber's number.
    guard sums.allSatisfy({ $0 >= 2 * Burst.eight && $0 == sums[0] }), late == sums.map({ $0 * blocks }) else {
      throw FailedCheck(
        """
        not every value arrived once: the sums after \(Burst.eight) values are \(sums), and after \
        \(blocks * Burst.eight) values \(late)
        """)
    }
  }

  /// Sends eight values. Each value differs from the value before it.
  private func sendBlock() {
    for index in 0..<Burst.eight { registry.send(index % 2 + 1) }
  }
}
