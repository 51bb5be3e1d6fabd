import Switchboard

/// The right column of the table in `Switchboard.docc/FromCombine.md`.
func fromCombine() {
  row { PublishSubject<Int, Never>() }
  row { Property(0) }
  row { BehaviorSubject<Int, Never>(0) }
  row { Property(0) }
  row { count.signal }
  row { numbers.send(1) }
  row { numbers.sendCompleted() }
  row { faulty.send(error: .broken) }
  row { numbers.subscribe(owner: screen) { screen, number in screen.show(number) } }
  row { numbers.subscribe(into: bag) { print($0) } }
  row { request.subscribe(onNext: { print($0) }, onError: { print($0) }, onCompleted: { stop() }) }
  row { numbers.subscribe { print($0) }.scoped }
  row { subscription.dispose() }
  row { words.bind(to: label, \.text) }
  row { words.bind(to: text) }
  row { numbers.signal }
  row { Signal.task { () async throws(Fault) in try await fetch() } }
  row { numbers.subscribe(on: MainActor.self) { print($0) } }
  row { numbers.deliver(on: .queue(queue)) }
  row { request.start(on: .queue(queue)) }
  row { numbers.distinctUntilChanged() }
  row { words.flatMapLatest { load($0) } }
  row { words.debounce(.milliseconds(300), on: .main) }
  row { words.throttle(.seconds(1), on: .main) }
  row { Signal.combineLatest(numbers, words) }
  row { Signal.interval(.seconds(1), on: .main) }
  row { numbers.do { print($0) } }
  row { words.tryMap { word throws(Fault) in try parse(word) } }
  row { request.mapError { Offline(reason: $0) } }
  row { request.replaceError(with: 0) }
  row { request.catch { _ in .just(0) } }
  row { request.retry(2) }
  row { request.share() }
  row { for await number in numbers.values { print(number) } }
}
