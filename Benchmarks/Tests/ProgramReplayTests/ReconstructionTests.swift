import ProgramReplay
import Testing

@Suite("The reconstruction of a recorded program")
struct ReconstructionTests {
  private static var names: RecordingBuilder.Names {
    RecordingBuilder.Names(
      label: { $0 == 0 ? (nil, "") : $0 < 10 ? ("label \($0)", "Subject<Int>") : (nil, "Type\($0)") },
      line: { $0 == 0 ? nil : "App/Main.swift:\($0)" })
  }

  private func program(_ events: [RecordedEvent]) -> RecordedProgram {
    var builder = RecordingBuilder()
    for event in events { builder.add(event) }
    return builder.program("program", Self.names)
  }

  /// Returns the records of a send and its deliveries.
  private func send(
    _ registry: UInt32, flow: UInt64, to subscriptions: [UInt64], thread: UInt32 = 1
  ) -> [RecordedEvent] {
    [RecordedEvent(.send(isLast: false), thread: thread, flow: flow, registry: registry)]
      + subscriptions.map {
        RecordedEvent(.deliver, thread: thread, flow: flow, registry: registry, subscription: $0)
      } + [RecordedEvent(.end, thread: thread, flow: flow)]
  }

  private func subscribe(
    _ registry: UInt32, _ subscription: UInt64, count: UInt64, label: UInt32 = 0, site: UInt32 = 0
  ) -> RecordedEvent {
    RecordedEvent(
      .subscribe, registry: registry, subscription: subscription, count: count, label: label, site: site)
  }

  private func dispose(_ registry: UInt32, _ subscription: UInt64, count: UInt64) -> RecordedEvent {
    RecordedEvent(.dispose, registry: registry, subscription: subscription, count: count)
  }

  @Test func `operations keep their order, and the summary counts them`() throws {
    let found = program(
      [subscribe(7, 1, count: 1, label: 3, site: 12), subscribe(7, 2, count: 2)] + send(7, flow: 1, to: [1, 2])
        + [dispose(7, 1, count: 1)] + send(7, flow: 2, to: [2], thread: 2) + send(7, flow: 3, to: [2]))
    #expect(
      found.operations == [
        Operation(.subscribe, registry: 0, subscription: 0), Operation(.subscribe, registry: 0, subscription: 1),
        Operation(.send, registry: 0), Operation(.dispose, registry: 0, subscription: 0),
        Operation(.send, registry: 0), Operation(.send, registry: 0),
      ])
    let registry = try #require(found.registries.first)
    #expect(registry.name == "label 3")
    #expect(registry.type == "Subject<Int>")
    #expect(registry.line == "App/Main.swift:12")
    #expect(registry.mostSubscribers == 2)
    #expect(registry.medianSubscribersAtSends == 1)
    #expect((registry.sends, registry.deliveries, registry.subscribes, registry.disposals) == (3, 4, 2, 1))
    #expect((registry.threads, registry.sendingThreads, found.threads) == (2, 2, 2))
    #expect(found.start.isEmpty)
  }

  @Test func `what a handler does during a send follows the send, in recorded order`() {
    let outer = RecordedEvent(.send(isLast: false), flow: 1, registry: 1)
    let found = program(
      [
        subscribe(1, 1, count: 1), subscribe(1, 2, count: 2), subscribe(2, 3, count: 1), outer,
        RecordedEvent(.deliver, flow: 1, registry: 1, subscription: 1), dispose(1, 2, count: 1),
      ] + send(2, flow: 2, to: [3]) + [subscribe(1, 4, count: 2), RecordedEvent(.end, flow: 1)])
    #expect(
      found.operations.dropFirst(3) == [
        Operation(.send, registry: 0), Operation(.dispose, registry: 0, subscription: 1),
        Operation(.send, registry: 1), Operation(.subscribe, registry: 0, subscription: 3),
      ])
    #expect(found.registries.map(\.deliveries) == [1, 1])
    #expect(found.registries[0].medianSubscribersAtSends == 2)
  }

  @Test func `a send that waits counts once, when its turn comes`() {
    let found = program(
      [subscribe(1, 1, count: 1), RecordedEvent(.send(isLast: false), flow: 1, registry: 1)]
        + [RecordedEvent(.queue, thread: 2, flow: 2, registry: 1), RecordedEvent(.end, flow: 1)]
        + send(1, flow: 2, to: [1]))
    #expect(found.registries[0].sends == 2)
    #expect(found.registries[0].queuedSends == 1)
    #expect(found.registries[0].sendingThreads == 2)
  }

  @Test func `one event of a bus may be a send to several registries`() {
    let found = program([
      subscribe(1, 1, count: 1), subscribe(2, 2, count: 1), RecordedEvent(.send(isLast: false), flow: 1, registry: 1),
      RecordedEvent(.deliver, flow: 1, registry: 1, subscription: 1),
      RecordedEvent(.deliver, flow: 1, registry: 2, subscription: 2), RecordedEvent(.end, flow: 1),
    ])
    #expect(found.registries.map(\.sends) == [1, 1])
  }

  @Test func `a replay of missed values is no send`() {
    let found = program([
      subscribe(1, 1, count: 1), RecordedEvent(.replay, flow: 1, registry: 1),
      RecordedEvent(.deliver, flow: 1, registry: 1, subscription: 1), RecordedEvent(.end, flow: 1),
    ])
    #expect(found.operations.map(\.kind) == [.subscribe])
    #expect(found.registries[0].deliveries == 0)
  }

  @Test func `registries with the same label get names with their numbers`() throws {
    let found = program([
      subscribe(4, 1, count: 1, label: 2), subscribe(9, 2, count: 1, label: 2), subscribe(5, 3, count: 1, label: 11),
    ])
    #expect(found.registries.map(\.name) == ["label 2 #4", "label 2 #9", "Type11"])
    #expect(found.restricted(to: "label 2")?.registries.map(\.number) == [4, 9])
    let one = try #require(found.restricted(to: "label 2 #9"))
    #expect(one.operations == [Operation(.subscribe, registry: 0, subscription: 1)])
    #expect(found.restricted(to: "label") == nil)
  }

  @Test func `the busiest registry has the most operations and deliveries`() {
    let found = program(
      [subscribe(1, 1, count: 1, label: 1), subscribe(2, 2, count: 1, label: 2)]
        + send(1, flow: 1, to: [1]) + send(2, flow: 2, to: [2]) + send(2, flow: 3, to: [2]))
    #expect(found.busiest?.name == "label 2")
  }

  // MARK: A beginning that is missing

  @Test func `subscribers older than the trace show in deliveries, disposals and counts`() {
    let found = program(
      [RecordedEvent(.lost, count: 40)] + send(1, flow: 1, to: [1, 2]) + [dispose(1, 3, count: 4)]
        + send(1, flow: 2, to: [1, 2]))
    // Three showed, and the registry counted two others.
    #expect(found.start.count == 5)
    #expect(found.lost == 40)
    #expect(found.registries[0].subscribersBefore == 5)
    #expect(found.registries[0].mostSubscribers == 5)
    #expect(found.registries[0].disposals == 1)
    #expect(found.registries[0].medianSubscribersAtSends == 4)
  }

  @Test func `two threads that subscribe at once leave no phantom subscriber`() {
    #expect(program([subscribe(1, 2, count: 2), subscribe(1, 1, count: 1)]).start.isEmpty)
  }

  @Test func `the end of a registry does not hide earlier subscribers`() {
    let found = program([
      subscribe(1, 1, count: 3), RecordedEvent(.send(isLast: true), flow: 1, registry: 1), dispose(1, 1, count: 0),
      RecordedEvent(.end, flow: 1),
    ])
    #expect(found.start.count == 2)
  }

  @Test func `a subscription ends once`() {
    let found = program([subscribe(1, 1, count: 1), dispose(1, 1, count: 0), dispose(1, 1, count: 0)])
    #expect(found.registries[0].disposals == 1)
  }

  @Test func `chains of operators have no registry, and so no operation`() {
    let found = program([
      RecordedEvent(.subscribe, subscription: 1), RecordedEvent(.deliver, flow: 1, subscription: 1),
      RecordedEvent(.dispose, subscription: 1), RecordedEvent(.queue, flow: 2),
      RecordedEvent(.send(isLast: false), flow: 3),
    ])
    #expect(found.registries.isEmpty)
    #expect(found.operations.isEmpty)
  }
}
