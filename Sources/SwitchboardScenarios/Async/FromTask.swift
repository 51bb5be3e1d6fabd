internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let fromTask = asyncPair(
    "from-task", "A signal that runs a task: it returns, fails, is disposed, or waits for ever.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let load = Signal<Int, Refusal>.task { () async throws(Refusal) in
          player.advance()
          return 1
        }
        await withCheckedContinuation { over in
          load.subscribe(
            onNext: { _ in player.advance() },
            onCompleted: {
              player.advance()
              over.resume()
            })
        }
        let refused = Signal<Int, Refusal>.task { () async throws(Refusal) in throw Refusal() }
        try? await refused.do(onError: { _ in player.advance() }).wait()
        let bag = CompositeDisposable()
        Signal<Int, Never>.task {
          player.advance()
          return await ticks.first() ?? 0
        }.subscribe(into: bag) { _ in player.advance() }
        bag.dispose()
      }
    },
    leaking: {
      let feeds = ObjectStore<AsyncStream<Int>.Continuation>()
      return { scope in
        let player = scope.track(Player())
        let (endless, feed) = AsyncStream.makeStream(of: Int.self)
        let (beginnings, begin) = AsyncStream.makeStream(of: Void.self)
        feeds.put(feed)
        let load = Signal<Void, Never>.task {
          begin.finish()
          for await _ in endless {}
        }
        leaksBelow(.retained)
        load.subscribe { _ in player.advance() }
        for await _ in beginnings {}
      }
    })
}
