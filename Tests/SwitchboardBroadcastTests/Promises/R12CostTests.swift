import SwitchboardTestSupport
import Testing

/// Tests of the costs that can be counted without a clock (promise R12). The benchmarks measure the other costs.
@Suite("R12 Cost")
struct R12CostTests {
  @Test(
    "a delivery passes the value on without a copy of the objects that it refers to")
  func valueIdentity() {
    let population = Population()
    let hub = Hub<Cargo>()
    let journal = Journal<Int>()
    for _ in 0..<3 { hub.subscribe { cargo in journal.add(cargo.number * population.count) } }
    hub.send(Cargo(number: 7, member: population.member()))
    #expect(journal.entries == [7, 7, 7])
    #expect(population.count == 0)
  }

  @Test("subscribing and disposing move no more nodes during a delivery than outside")
  func churnDuringDelivery() {
    let hub = Hub<Int>()
    for _ in 0..<100 { hub.subscribe { _ in } }
    let peak = Counter()
    hub.subscribe { [unowned hub] _ in
      // Holes are squeezed out during a walk too, so that the block does not grow with the churn.
      for _ in 0..<5000 { hub.subscribe { _ in }.dispose() }
      for _ in 0..<hub.census.capacity { peak.increment() }
    }
    hub.send(1)
    #expect(peak.value <= 4 * 101 + 16)
  }
}
