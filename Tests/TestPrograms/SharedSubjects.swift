#if Tracing
  import Switchboard

  /// The subjects to which all threads send.
  final class SharedSubjects: Sendable {
    // Each value is the identity of the thread that sends it.
    let prices = PublishSubject<ObjectIdentifier, Never>(name: "prices")
    let news = PublishSubject<ObjectIdentifier, Never>(name: "news")
    private let tally: Tally

    init(_ tally: Tally) {
      self.tally = tally
      prices.subscribe { sender in tally.delivered(from: sender) }
      tally.subscribed()
      prices
        .map { _ in tally.deliver.add() }
        .subscribe { tally.deliver.add() }
      tally.subscribedToChain()
    }

    deinit {
      tally.disposed()
      tally.disposedChain()
      tally.close.add(2)
    }
  }
#endif
