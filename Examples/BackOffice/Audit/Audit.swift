import BackOfficeEvents
public import Switchboard

/// Writes down every ``Recorded`` event, without knowing the types of the events, and counts refusals.
public actor Audit: LifetimeOwner {
  public nonisolated let lifetime = Lifetime()
  private nonisolated let subscriptions = CompositeDisposable()
  private nonisolated let counts = Property((entries: 0, refusals: 0))

  public init(_ bus: EventBus) {
    let counts = counts
    lifetime.add(subscriptions)
    bus.on(any: (any Recorded).self).bound(to: subscriptions).next { event in
      counts.update { $0.entries += 1 }
      print("audit: \(event.entry)")
    }
    bus.on(PaymentAnswered.self).subtype("refused").bound(to: subscriptions).next { _ in
      counts.update { $0.refusals += 1 }
    }
    bus.on(Closing.self).priority(Closing.records).task(on: self) { audit, _ in audit.close() }
  }

  private func close() {
    let counts = counts.value
    print("audit: closed with \(counts.entries) entries, \(counts.refusals) refused")
    subscriptions.dispose()
  }
}
