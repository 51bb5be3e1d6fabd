import Switchboard

/// Signals as a program uses them, each in a function of its own.
@inline(never) func send(_ value: Int, through subject: PublishSubject<Int, Never>) { subject.send(value) }

@inline(never) func complete(_ subject: PublishSubject<Int, Never>) { subject.sendCompleted() }

@inline(never) func subscribe(_ subject: PublishSubject<Int, Never>, _ total: Total) -> Subscription {
  subject.subscribe { total.add($0) }
}

@inline(never) func subscribeToChain(_ subject: PublishSubject<Int, Never>, _ total: Total) -> Subscription {
  subject.map { $0 + 1 }.filter { $0 > 0 }.subscribe { total.add($0) }
}

@inline(never) func subscribeToBoth(
  _ one: PublishSubject<Int, Never>, _ other: PublishSubject<Int, Never>, _ total: Total
) -> Subscription {
  one.merge(with: other).subscribe { total.add($0) }
}

@inline(never) func subscribeToCold(_ total: Total) -> Subscription {
  Signal<Int, Never> { observer in
    observer.send(1)
    observer.sendCompleted()
    return nil
  }.subscribe { total.add($0) }
}

@inline(never) func subscribeToReplay(_ subject: ReplaySubject<Int, Never>, _ total: Total) -> Subscription {
  subject.send(3)
  return subject.subscribe { total.add($0) }
}

extension BoardKey where Value == Int { static let total = BoardKey("total") }

@inline(never) func observe(_ board: DataBoard, _ total: Total) -> Subscription {
  board.subscribe(.total, replay: .latest, owner: total) { $0.add($1) }
}

@inline(never) func set(_ value: Int, on board: DataBoard) { board.set(value, for: .total) }

struct Tick: Event { let number: Int }

@inline(never) func listen(_ bus: EventBus, _ total: Total) -> [Subscription] {
  [
    bus.subscribe(Tick.self) { total.add($0.number) },
    bus.on(Tick.self).priority(1).once().next { total.add($0.number) },
  ]
}

@inline(never) func dispatch(_ number: Int, on bus: EventBus) { bus.dispatch(Tick(number: number)) }

// Sound: one thread.
final class Total: @unchecked Sendable {
  var sum = 0
  func add(_ value: Int) { sum += value }
}

let total = Total()
let numbers = PublishSubject<Int, Never>()
let others = PublishSubject<Int, Never>()
let subscriptions = [
  subscribe(numbers, total), subscribeToChain(numbers, total), subscribeToBoth(numbers, others, total),
  subscribeToCold(total), subscribeToReplay(ReplaySubject(capacity: 1), total),
]
send(1, through: numbers)
send(2, through: others)
subscriptions[0].dispose()
send(3, through: numbers)
complete(numbers)
let board = BlackBoard()
let bus = EventBus()
let moreSubscriptions = [observe(board, total)] + listen(bus, total)
set(1, on: board)
dispatch(1, on: bus)
for subscription in moreSubscriptions { subscription.dispose() }
print(total.sum)
