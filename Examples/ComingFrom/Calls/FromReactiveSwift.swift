import Switchboard

/// The right column of the table in `Switchboard.docc/FromReactiveSwift.md`.
func fromReactiveSwift(_ action: Command<String, Int, Never>) {
  row { PublishSubject<Int, Never>() }
  row { numbers.send(1) }
  row { faulty.send(error: .broken) }
  row { numbers.sendCompleted() }
  row { Signal<Int, Fault> { observer, bag in bag.add(begin(observer)) } }
  row { numbers.subscribe { print($0) } }
  row { Signal([1, 2]).subscribe { print($0) } }
  row { request.subscribe(onNext: { print($0) }, onError: { print($0) }) }
  row { numbers.subscribe(owner: screen) { screen, number in screen.show(number) } }
  row { Lifetime() }
  row { screen.lifetime.add(subscription) }
  row { subscription.scoped }
  row { Property(0) }
  row { count.signal }
  row { count.changes }
  row { AnyProperty(initial: 0, then: numbers) }
  row { AnyProperty(count) }
  row { count.update { $0 += 1 } }
  row { numbers.bind(to: count) }
  row { words.bind(to: label, \.text) }
  row { Command(enabled: text.map { !$0.isEmpty }) { word in load(word) } }
  row { action.execute("tea") }
  row { action.executing }
  row { numbers.subscribe(on: MainActor.self) { print($0) } }
  row { numbers.deliver(on: .queue(label: "worker")) }
  row { Signal.combineLatest(numbers, words) }
  row { numbers.distinctUntilChanged() }
  row { words.debounce(.milliseconds(300), on: .main) }
  row { words.throttle(.seconds(1), on: .main) }
  row { numbers.do { print($0) } }
  row { numbers.take(until: words) }
  row { words.flatMap(.latest) { load($0) } }
  row { request.catch { _ in .just(0) } }
  row { for await number in numbers.values { print(number) } }
  row { try await request.first() }
  row { try await request.wait() }
}
