import Switchboard

private struct Shot: Event {
  var packed: Int
  var subtype: String? { packed & 1 == 0 ? "even" : nil }
}

extension Race {
  /// Each dispatch runs on its own thread, so each sender has its own ears: what a sender dispatches is heard inside
  /// the dispatch, in its order (R1, R7).
  static let bus = Race(name: "bus") { scale, findings in
    let bus = EventBus()
    let (senders, stable) = (2, 16)
    let live = Live()
    let lists = (0..<senders).map { _ in (0..<stable).map { _ in StableEar(senders: senders) } }
    let stays = (0..<stable).map { index in
      bus.subscribe(Shot.self, priority: index % 3) { shot in
        lists[Sent(from: shot.packed).sender][index].hear(shot.packed)
      }
    }
    let evens = Tally()
    stays[0].dispose()
    let even = bus.subscribe(Shot.self, subtype: "even") { _ in evens.increment() }
    onThreads(
      senders: senders,
      { sender in
        for value in 0..<scale { bus.dispatch(Shot(packed: Sent(sender, value).packed)) }
      }
    ) {
      for round in 0..<max(1, scale / 64) {
        let member = live.member()
        let handler: @Sendable (Shot) -> Void = { [member] _ in withExtendedLifetime(member) {} }
        if round % 2 == 0 {
          bus.subscribe(Shot.self, priority: round % 5, handler).dispose()
        } else {
          withExtendedLifetime(RaceOwner()) { owner in
            _ = bus.subscribe(Shot.self, owner: owner) { _, shot in handler(shot) }
          }
        }
      }
    }
    for (sender, ears) in lists.enumerated() {
      for ear in ears.dropFirst() {
        ear.check(findings, "bus", sent: (0..<senders).map { $0 == sender ? scale : 0 })
      }
    }
    let expected = senders * ((scale + 1) / 2)
    findings.expect(
      evens.value == expected, "bus: \(evens.value) of \(expected) even events")
    findings.expect(bus.census.subscriptions == stable, "bus: \(bus.census.subscriptions) subscriptions")
    for stay in stays { stay.dispose() }
    even.dispose()
    findings.expect(bus.census.subscriptions == 0, "bus: \(bus.census.subscriptions) subscriptions are left")
    findings.expect(live.count == 0, "bus: \(live.count) handlers of ended subscriptions are alive")
  }

  /// Owners die on one thread while others send to their subscriptions; after the last release nothing is left (R10).
  static let owners = Race(name: "owners") { scale, findings in
    let subject = PublishSubject<Int, Never>()
    let heard = Tally()
    let live = Live()
    let count = max(1, scale / 32)
    onThreads([
      { for value in 0..<scale { subject.send(value) } },
      { for value in 0..<scale { subject.send(value) } },
      {
        for _ in 0..<count {
          let owner = RaceOwner()
          let member = live.member()
          for _ in 0..<4 {
            subject.subscribe(
              owner: owner,
              onNext: { [member] _, _ in
                withExtendedLifetime(member) {}
                heard.increment()
              })
          }
        }
      },
    ])
    findings.add(deliveries: heard.value)
    findings.expect(subject.census.count == 0, "owners: \(subject.census.count) subscriptions of dead owners")
    findings.expect(live.count == 0, "owners: \(live.count) handlers of dead owners are alive")
  }

  /// After `disposeAndWait()` no call of the handler runs or begins (R3).
  static let waiting = Race(name: "disposeAndWait") { scale, findings in
    let subject = PublishSubject<Int, Never>()
    let (late, heard) = (Tally(), Tally())
    onThreads([
      { for value in 0..<scale { subject.send(value) } },
      {
        for _ in 0..<max(1, scale / 32) {
          let over = Tally()
          let waitable = subject.subscribeWaitable { _ in
            heard.increment()
            if over.value > 0 { late.increment() }
          }
          waitable.disposeAndWait()
          over.increment()
        }
      },
    ])
    findings.add(deliveries: heard.value)
    let count = late.value
    findings.expect(count == 0, "disposeAndWait: \(count) calls after the wait")
  }
}
