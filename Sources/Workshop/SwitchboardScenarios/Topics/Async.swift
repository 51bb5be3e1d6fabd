internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let values = asyncPair(
    "values", "A task that reads a signal's values: the task ends, or the program never cancels it.",
    clean: {
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // Reading ends by `break`, by cancellation, after a prefix, and because the signal has completed.
        for await _ in ticks.values() {
          player.advance()
          break
        }
        let cancelled = Task { for await _ in ticks.values { player.advance() } }
        cancelled.cancel()
        await cancelled.value
        for await _ in ticks.values(buffering: .newest(1)).prefix(1) { player.advance() }
        for await _ in Signal<Int, Never>(1...3).values() { player.advance() }
        // Reading ends because the source is deallocated.
        var brief: PublishSubject<Int, Never>? = PublishSubject()
        var iterator = brief?.values().makeAsyncIterator()
        brief?.send(1)
        brief = nil
        while await iterator?.next() != nil { player.advance() }
        // This iterator is never asked for a value.
        let unread = ticks.map { [player] tick in (player, tick).1 }.values().makeAsyncIterator()
        withExtendedLifetime(unread) {}
      }
    },
    leaking: { expectLeak in
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { scope in
        let player = scope.track(Player())
        await withCheckedContinuation { listens in
          Task {
            expectLeak(.retained)
            for await tick in ticks.values() {
              player.advance()
              if tick == 0 { listens.resume() }
            }
          }
        }
      }
    })

  static let unreadValues = pair(
    "values-unread", "An iterator over values that no task reads: with a limit, or without.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let newest = ticks.values(buffering: .newest(2)).makeAsyncIterator()
      return { _ in
        let brief = ticks.values().makeAsyncIterator()
        ticks.send(1)
        withExtendedLifetime((newest, brief)) {}
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      expectLeak(.growing, .values)
      let unread = ticks.values().makeAsyncIterator()
      return { _ in
        ticks.send(1)
        withExtendedLifetime(unread) {}
      }
    })

  static let awaited = asyncPair(
    "await", "Tasks that wait for a signal's value or end: it comes, the tasks are cancelled, or they wait for ever.",
    clean: {
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let listened = ticks.do { _ in player.advance() }
        _ = await listened.first()
        _ = await listened.take(1).last()
        _ = await listened.take(1).collect()
        await listened.take(1).wait()
        for wait in 0..<4 {
          let task = Task {
            switch wait {
            case 0: _ = await listened.ignoreValues().first()
            case 1: _ = await listened.last()
            case 2: _ = await listened.collect()
            default: await listened.wait()
            }
            player.advance()
          }
          task.cancel()
          await task.value
        }
      }
    },
    leaking: { expectLeak in
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { @MainActor scope in
        for wait in 0..<4 {
          let player = scope.track(Player())
          // The tasks run on the main actor, so each task waits for its signal when the loop continues.
          await withCheckedContinuation { listens in
            let listened = ticks.do { _ in listens.resume() }
            Task { @MainActor in
              switch wait {
              case 0:
                expectLeak(.retained, each: 4)
                _ = await listened.ignoreValues().first()
              case 1:
                expectLeak(.retained, each: 4)
                _ = await listened.last()
              case 2:
                expectLeak(.retained, each: 4)
                _ = await listened.collect()
              default:
                expectLeak(.retained, each: 4)
                await listened.wait()
              }
              player.advance()
            }
          }
        }
      }
    })

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
    leaking: { expectLeak in
      let feeds = ObjectStore<AsyncStream<Int>.Continuation>()
      return { scope in
        let player = scope.track(Player())
        let (endless, feed) = AsyncStream.makeStream(of: Int.self)
        feeds.put(feed)
        feed.yield(1)
        await withCheckedContinuation { listens in
          expectLeak(.retained)
          Signal(endless).subscribe { _ in
            player.advance()
            listens.resume()
          }
        }
      }
    })

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
    leaking: { expectLeak in
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
        expectLeak(.retained)
        load.subscribe { _ in player.advance() }
        for await _ in beginnings {}
      }
    })
}
