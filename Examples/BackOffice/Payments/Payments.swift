import BackOfficeEvents
public import Switchboard

/// Accepts payments of registered users, and settles the payments at the end.
public actor Payments: LifetimeOwner {
  private struct Books {
    var users: Set<String> = []
    var accepted: [Int] = []
  }

  public nonisolated let lifetime = Lifetime()
  private nonisolated let subscriptions = CompositeDisposable()
  private nonisolated let books: Property<Books>

  public init(_ bus: EventBus) {
    let books = Property(Books())
    self.books = books
    lifetime.add(subscriptions)
    bus.on(UserRegistered.self).bound(to: subscriptions).next { event in
      books.update { _ = $0.users.insert(event.user) }
    }
    bus.on(PaymentRequested.self).bound(to: subscriptions).next { [weak bus] request in
      let isAccepted = books.value.users.contains(request.user)
      if isAccepted { books.update { $0.accepted.append(request.amount) } }
      bus?.dispatch(PaymentAnswered(user: request.user, amount: request.amount, isAccepted: isAccepted))
    }
    bus.on(Closing.self).priority(Closing.books).task(on: self) { payments, _ in await payments.settle() }
  }

  private func settle() async {
    for amount in books.value.accepted {
      // A real bank would take time here. The modules that close later wait until all payments are settled.
      await Task.yield()
      print("payments: \(amount) settled")
    }
    subscriptions.dispose()
  }
}
