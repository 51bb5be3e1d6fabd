#if Inspector
  import Switchboard
  import SwitchboardTestSupport
  import Testing

  @testable import SwitchboardBroadcast
  @testable import SwitchboardInspector

  private func registry(_ number: UInt32 = 1, _ change: (inout RegistryTally) -> Void = { _ in }) -> RegistryTally {
    var tally = RegistryTally(
      number: number, label: 0, site: 0, born: 0, subscribers: 0, sends: 0, deliveries: 0, waiting: 0, mostWaiting: 0,
      kept: 0, keptLimit: 0, drainsSince: nil, longestDrain: nil)
    change(&tally)
    return tally
  }

  private final class Owner {}

  private func subscription(
    _ number: UInt64, _ change: (inout SubscriptionTally) -> Void = { _ in }
  ) -> SubscriptionTally {
    var tally = SubscriptionTally(
      number: number, registry: 1, label: 0, site: 7, born: 0, deliveries: 0, waiting: 0, taken: 0, owner: nil,
      isOwnerGone: false, isIndirect: false)
    change(&tally)
    return tally
  }

  extension InspectorTests {
    /// Each warning with a clean twin. The looks are made up, one a second.
    @Suite("warnings")
    struct Warnings {
      private let detector = WarningDetector()

      /// Shows the detector the looks, one a second, and returns what the last look found.
      private func found(
        registries: [[RegistryTally]] = [], subscriptions: [[SubscriptionTally]] = []
      ) -> WarningDetector.Findings {
        for index in 0..<max(registries.count, subscriptions.count) {
          detector.look(
            index < registries.count ? registries[index] : [],
            index < subscriptions.count ? subscriptions[index] : [], at: UInt64(1000 * (index + 1)))
        }
        return detector.findings
      }

      private func subscriptions(_ counts: [Int]) -> [[SubscriptionTally]] {
        counts.map { count in (0..<count).map { subscription(UInt64($0)) } }
      }

      @Test("a line whose subscriptions grow steadily is found")
      func growth() throws {
        let growth = try #require(
          found(subscriptions: subscriptions(Array(stride(from: 5, through: 32, by: 3)))).lines.first)
        #expect((growth.number, growth.from, growth.to, growth.since) == (7, 5, 32, 1000))
      }

      @Test(
        "a line that rises and falls, that rose once, or whose growth is that of a chain's parts is not found",
        arguments: [
          [5, 8, 11, 14, 17, 4, 20, 23, 26, 29], [5, 50, 50, 50, 50, 50, 50, 50, 50, 50],
          [5, 6, 7, 8, 9, 9, 9, 9, 9, 9], [10, 20, 30, 40, 50],
        ])
      func steady(counts: [Int]) {
        #expect(found(subscriptions: subscriptions(counts)).lines.isEmpty)
      }

      @Test("parts of chains are not counted twice")
      func parts() {
        let looks = (1...10).map { count in (0..<(5 * count)).map { subscription(UInt64($0)) { $0.isIndirect = true } }
        }
        #expect(found(subscriptions: looks).lines.isEmpty)
      }

      @Test("a queue that grows steadily is found, and one that empties is not")
      func queue() {
        let growing = (1...10).map { count in [registry { $0.waiting = 10 * count }] }
        #expect(found(registries: growing).queues.map(\.to) == [100])
        detector.forget()
        let emptying = (1...10).map { count in [registry { $0.waiting = count % 3 == 0 ? 0 : 10 * count }] }
        #expect(found(registries: emptying).queues.isEmpty)
      }

      @Test("a gone owner is found at the second look; an owner that lives is not, nor one that goes together")
      func owners() throws {
        func look(_ gone: Bool) -> [SubscriptionTally] {
          [
            subscription(1) {
              $0.owner = Owner.self
              $0.isOwnerGone = gone
            }
          ]
        }
        #expect(found(subscriptions: [look(false), look(false)]).ownerless.isEmpty)
        #expect(found(subscriptions: [look(true)]).ownerless.isEmpty)
        let owner = try #require(found(subscriptions: [look(true), look(true)]).ownerless.first)
        #expect((owner.key.name, owner.key.site, owner.value.count) == ("Owner", 7, 1))
        #expect(found(subscriptions: [[]]).ownerless.isEmpty)
      }

      @Test("a reader that takes nothing for five seconds is found; a slow one is not")
      func unread() {
        func looks(_ seconds: Int, taken: (Int) -> UInt32) -> [[SubscriptionTally]] {
          (0..<seconds).map { second in
            [
              subscription(1) {
                $0.waiting = 5 + second
                $0.taken = taken(second)
              }
            ]
          }
        }
        #expect(found(subscriptions: looks(6) { _ in 3 }).unread.map(\.place.number) == [1])
        detector.forget()
        #expect(found(subscriptions: looks(9) { UInt32($0 / 3) }).unread.isEmpty)
        detector.forget()
        #expect(found(subscriptions: looks(5) { _ in 3 }).unread.isEmpty)
      }

      @Test("a sender that delivers for others for over 100 ms is found, for a minute; a short one is not")
      func drains() {
        #expect(found(registries: [[registry { $0.drainsSince = 800 }]]).drains.map(\.milliseconds) == [200])
        #expect(found(registries: [[registry { $0.drainsSince = 950 }]]).drains.isEmpty)
        #expect(found(registries: [[registry { $0.longestDrain = (150, 500) }]]).drains.map(\.milliseconds) == [150])
        #expect(found(registries: [[registry { $0.longestDrain = (90, 500) }]]).drains.isEmpty)
        detector.look([registry { $0.longestDrain = (150, 500) }], [], at: 61_000)
        #expect(detector.findings.drains.isEmpty)
      }

      @Test("R6 a real thread that drains what others queue is timed, and one that drains what it queued itself is not")
      func realDrain() throws {
        for isForeign in [false, true] {
          let subject = PublishSubject<Int, Never>(name: "drained \(isForeign)")
          let (inside, gate) = (Gate(), Gate())
          subject.subscribe { value in
            if value == 0 {
              if !isForeign { subject.send(1) }
              inside.open()
              gate.wait()
            } else if value == 1 {
              let begin = Tally.now
              yieldUntil { Tally.now > begin + 120 }
            }
          }
          let sender = RunningThread { subject.send(0) }
          inside.wait()
          if isForeign { subject.send(1) }
          gate.open()
          try sender.join()
          var registries: [RegistryTally] = []
          Tally.registries(into: &registries)
          let names = Names(showsValues: true)
          let tally = try #require(registries.first { names.label($0.label, madeIn: 0).name == "drained \(isForeign)" })
          #expect((tally.longestDrain?.milliseconds ?? 0 > 100) == isForeign)
          #expect(tally.drainsSince == nil)
        }
      }

      @Test("each warning says what to do")
      func words() async throws {
        let subject = PublishSubject<Int, Never>(name: "warned")
        var owner: PlainObject? = PlainObject()
        subject.subscribe(owner: try #require(owner)) { _, _ in }
        owner = nil
        try await withInspector { inspector in
          _ = try inspector.ask("POST", "/api/marks")
          _ = try inspector.ask("POST", "/api/marks")
          let answer = try inspector.ask("GET", "/api/warnings").object()
          let warnings = try #require(answer["warnings"] as? [[String: Any]])
          let found = try #require(warnings.first { ($0["detail"] as? String)?.contains("PlainObject") == true })
          #expect(found["kind"] as? String == "owner-gone")
          #expect((found["remedy"] as? String)?.contains("Lifetime") == true)
          #expect((found["line"] as? String)?.contains("WarningTests.swift:") == true)
          #expect((answer["checks"] as? [Any])?.count == 5)
        }
        subject.send(1)
        withExtendedLifetime(owner) {}
      }
    }
  }

  private final class PlainObject: Sendable {}
#endif
