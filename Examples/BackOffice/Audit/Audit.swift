import BackOfficeEvents
public import Switchboard

/// Writes down every ``Recorded`` event, without knowing the types of the events, and counts refusals.
public actor Audit: LifetimeOwner {
  public nonisolated let lifetime = Lifetime()
  private nonisolated let counts = Property((entries: 0, refusals: 0))

  public init(_ bus: EventBus) {
    let counts = counts
    bus.on(any: (any Recorded).self).bound(to: lifetime).next { event in
      counts.update { $0.entries += 1 }
      print("audit: \(event.entry)")
    }
    bus.on(PaymentAnswered.self).subtype("refused").bound(to: lifetime).next { _ in counts.update { $0.refusals += 1 } }
    bus.on(Closing.self).priority(Closing.records).task(on: self) { audit, _ in audit.close() }
  }

  private func close() {
    let counts = counts.value
    print("audit: closed with \(counts.entries) entries, \(counts.refusals) refused")
    lifetime.members.dispose()
  }
}
