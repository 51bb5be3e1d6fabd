import BackOfficeEvents
public import Switchboard

/// Registers users, each name once.
public actor Users: LifetimeOwner {
  public nonisolated let lifetime = Lifetime()
  private nonisolated let requests: Subscription
  private nonisolated let names: Property<Set<String>>

  public init(_ bus: EventBus) {
    let names = Property<Set<String>>([])
    self.names = names
    requests = bus.on(RegistrationRequested.self).bound(to: lifetime).next { [weak bus] request in
      let isNew = names.update { $0.insert(request.user).inserted }
      if isNew { bus?.dispatch(UserRegistered(user: request.user)) }
    }
    bus.on(Closing.self).priority(Closing.front).task(on: self) { users, _ in users.close() }
  }

  private func close() {
    requests.dispose()
    print("users: closed, \(names.value.count) registered")
  }
}
