internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let fromAsyncSequence = asyncPair(
    "from-async-sequence", "A signal that reads an asynchronous sequence: it ends, is disposed, or never ends.",
    clean: {
      { scope in
        let player = scope.track(Player())
        let numbers = AsyncStream<Int> { continuation in
          for number in 1...3 { continuation.yield(number) }
          continuation.finish()
        }
        await withCheckedContinuation { over in
          Signal(numbers).subscribe(
            onNext: { _ in player.advance() },
            onCompleted: {
              player.advance()
              over.resume()
            })
        }
        let (endless, feed) = AsyncStream.makeStream(of: Int.self)
        Signal(endless).subscribe(owner: player) { player, _ in player.advance() }
        let bag = CompositeDisposable()
        Signal(endless.map { [player] number in (player, number).1 }).subscribe(into: bag) { _ in player.advance() }
        feed.yield(1)
        bag.dispose()
      }
    },
    leaking: {
      let feeds = ObjectStore<AsyncStream<Int>.Continuation>()
      return { scope in
        let player = scope.track(Player())
        let (endless, feed) = AsyncStream.makeStream(of: Int.self)
        feeds.put(feed)
        feed.yield(1)
        await withCheckedContinuation { listens in
          leaksBelow(.retained)
          Signal(endless).subscribe { _ in
            player.advance()
            listens.resume()
          }
        }
      }
    })
}
