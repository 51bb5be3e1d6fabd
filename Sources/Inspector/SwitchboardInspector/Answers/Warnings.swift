#if Inspector
  internal import SwitchboardTraceFile

  /// What should not be, and what to do about each.
  struct WarningList: Encodable {
    struct Warning: Encodable {
      let kind: String
      let title: String
      let detail: String
      let remedy: String
      @OrNull var line: String? = nil
      @OrNull var registry: UInt32? = nil
      let since: Double
    }

    struct Check: Encodable {
      let kind: String
      let state: String
    }

    let at: Double
    let warnings: [Warning]
    let checks: [Check]

    init(_ observation: Observation, _ burst: Burst) {
      at = observation.seconds
      warnings =
        Self.growth(observation) + Self.ownerless(observation) + Self.drains(observation) + Self.unread(observation)
        + burst.slowHandlers(now: observation.seconds)
      let looks = observation.detector.looks
      let watched =
        looks < 8
        ? "needs 8 looks, one a second while a page is open; \(looks) so far"
        : "looked at \(looks) times, one a second while a page is open"
      checks = [
        Check(kind: "growth", state: watched),
        Check(kind: "owner-gone", state: "looked at now"),
        Check(kind: "drain", state: "counted by the program all the time"),
        Check(kind: "unread", state: looks < 2 ? "needs 5 seconds" : "looked at now"),
        Check(kind: "slow-handler", state: burst.checkState(now: observation.seconds)),
      ]
    }

    private static func growth(_ observation: Observation) -> [Warning] {
      let lines = observation.detector.findings.lines.map { growth in
        Warning(
          kind: "growth", title: "Subscriptions of one line grow steadily",
          detail: "\(growth.to) subscriptions now, \(growth.from) when the growth began, and never fewer in between.",
          remedy: "End each subscription with its owner: subscribe(owner: self), or dispose the handle.",
          line: observation.names.site(growth.number), since: Double(growth.since) / 1000)
      }
      let queues = observation.detector.findings.queues.map { growth in
        Warning(
          kind: "growth", title: "A queue grows steadily",
          detail: "\(growth.to) values wait for the delivery in progress; \(growth.from) did when the growth began.",
          remedy: "Send less, make the handlers faster, or move their work to a queue with a limit.",
          line: observation.line(ofRegistry: growth.number), registry: growth.number,
          since: Double(growth.since) / 1000)
      }
      return lines + queues
    }

    private static func ownerless(_ observation: Observation) -> [Warning] {
      let owners = observation.detector.findings.ownerless
      return owners.sorted { ($0.key.site, $0.key.name) < ($1.key.site, $1.key.name) }.map { owner, found in
        Warning(
          kind: "owner-gone", title: "An owner is gone, and its subscription is not",
          detail: "\(found.count) subscriptions of deallocated \(owner.name) objects are left.",
          remedy: """
            Give \(owner.name) a lifetime, “let lifetime = Lifetime()”, and the protocol LifetimeOwner. Without a \
            lifetime, a subscription ends only at the next value, or at a sweep.
            """,
          line: observation.names.site(owner.site), since: Double(found.since) / 1000)
      }
    }

    private static func drains(_ observation: Observation) -> [Warning] {
      observation.detector.findings.drains.map { drain in
        let isOver = drain.ended != nil
        return Warning(
          kind: "drain", title: "A sender delivers what others send",
          detail: """
            One call of send \(isOver ? "took" : "has taken") \(drain.milliseconds) ms so far to deliver values that \
            other threads queued.
            """,
          remedy: """
            Send from one thread, or let a scheduler send: the thread whose delivery is in progress delivers for all \
            others (promise R6).
            """,
          line: observation.line(ofRegistry: drain.registry.number), registry: drain.registry.number,
          since: Double(drain.ended ?? (observation.time - drain.milliseconds)) / 1000)
      }
    }

    private static func unread(_ observation: Observation) -> [Warning] {
      observation.detector.findings.unread.map { place, since in
        Warning(
          kind: "unread", title: "Values wait, and their reader does not read",
          detail: """
            \(place.waiting) values wait, and none was taken for \(Int(observation.seconds - Double(since) / 1000)) s.
            """,
          remedy: """
            Read on, end the loop over values, or give the buffer a limit: values(buffering: .newest(1)). For a \
            handler on a queue: find what holds up the queue.
            """,
          line: observation.names.site(place.site), registry: place.registry == 0 ? nil : place.registry,
          since: Double(since) / 1000)
      }
    }
  }

  extension Observation {
    /// The line that made a registry.
    fileprivate func line(ofRegistry number: UInt32) -> String? {
      registries.first { $0.number == number }.flatMap { names.site($0.site) }
    }
  }
#endif
