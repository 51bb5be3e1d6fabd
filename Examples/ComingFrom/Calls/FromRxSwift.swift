import Switchboard

/// The right column of the table in `Switchboard.docc/FromRxSwift.md`.
func fromRxSwift() {
  row { PublishSubject<Int, Never>() }
  row { ReplaySubject<Int, Never>(capacity: 1) }
  row { BehaviorSubject<Int, Never>(0) }
  row { Property(0) }
  row { count.value = 1 }
  row { count.value }
  row { numbers.send(1) }
  row { faulty.send(error: .broken) }
  row { numbers.sendCompleted() }
  row { Signal<Int, Fault> { observer, bag in bag.add(begin(observer)) } }
  row { Signal.task { () async throws(Fault) in try await fetch() } }
  row { numbers.subscribe(owner: screen) { screen, number in screen.show(number) } }
  row { numbers.subscribe(into: bag) { print($0) } }
  row { request.subscribe(onNext: { print($0) }, onError: { print($0) }, onCompleted: { stop() }) }
  row { subscription.dispose() }
  row { ActionDisposable { stop() } }
  row { numbers.subscribe(on: MainActor.self) { print($0) } }
  row { numbers.deliver(on: .queue(label: "worker")) }
  row { request.start(on: .queue(label: "worker")) }
  row { words.flatMapLatest { load($0) } }
  row { Signal.combineLatest(numbers, words) }
  row { words.debounce(.milliseconds(300), on: .main) }
  row { words.throttle(.seconds(1), on: .main) }
  row { numbers.do { print($0) } }
  row { request.replaceError(with: 0) }
  row { request.retry(2) }
  row { request.retry(4, backoff: Backoff(first: .seconds(1)), on: .main) }
  row { request.share(replay: 1) }
  row { request.share(replay: 1, keepingConnected: .zero, on: .main) }
  row { numbers.bind(to: count) }
  row { numbers.print("numbers") }
  row { for await number in numbers.values { print(number) } }
  row { try await request.first() }
}
