import Dispatch
import Switchboard

/// A class of the main actor, as in most apps. Its methods subscribe with the forms that an app uses most.
@MainActor
final class Model {
  private(set) var rows: [Int] = []
  private let bag = CompositeDisposable()

  func follow(_ numbers: PublishSubject<Int, Never>) {
    numbers.subscribe(owner: self, on: MainActor.self) { model, value in model.rows.append(value) }
  }

  func follow(_ numbers: Signal<Int, Never>) {
    numbers.map { $0 + 1 }.subscribe(owner: self, on: MainActor.self) { model, value in model.rows.append(value) }
  }

  func follow(_ board: DataBoard) {
    board.subscribe(.score, owner: self, on: MainActor.self) { model, value in model.rows.append(value) }
  }

  func follow(_ bus: EventBus) {
    bus.subscribe(Tick.self, owner: self, on: MainActor.self) { model, tick in model.rows.append(tick.number) }
  }

  func followIntoBag(_ numbers: PublishSubject<Int, Never>, _ board: DataBoard, _ bus: EventBus) {
    numbers.subscribe(into: bag, on: MainActor.self) { [weak self] in self?.rows.append($0) }
    board.subscribe(.score, into: bag, on: MainActor.self) { [weak self] in self?.rows.append($0) }
    bus.subscribe(Tick.self, into: bag, on: MainActor.self) { [weak self] in self?.rows.append($0.number) }
  }

  func stop() { bag.dispose() }
}

nonisolated struct Tick: Event { var number = 0 }

/// An actor that books numbers.
actor Ledger {
  private(set) var sum = 0
  func book(_ number: Int) { sum += number }
}

func subscribingOn(_ run: Runner) async {
  await run("a class of the main actor: a subject", hears: "[1, 2]") { heard in
    let numbers = PublishSubject<Int, Never>()
    let rows = await MainActor.run {
      let model = Model()
      model.follow(numbers)
      numbers.send(1)
      numbers.send(2)
      return model.rows
    }
    heard(rows)
  }
  await run("a class of the main actor: a signal", hears: "[2, 3]") { heard in
    let rows = await MainActor.run {
      let model = Model()
      model.follow(Signal([1, 2]))
      return model.rows
    }
    heard(rows)
  }
  await run("a class of the main actor: a board", hears: "[7]") { heard in
    let rows = await MainActor.run {
      let (model, board) = (Model(), DataBoard())
      model.follow(board)
      board.set(7, for: .score)
      return model.rows
    }
    heard(rows)
  }
  await run("a class of the main actor: the bus", hears: "[8]") { heard in
    let rows = await MainActor.run {
      let (model, bus) = (Model(), EventBus())
      model.follow(bus)
      bus.dispatch(Tick(number: 8))
      return model.rows
    }
    heard(rows)
  }
  await run("a class of the main actor: a bag", hears: "[1, 2, 3]") { heard in
    let rows = await MainActor.run {
      let (model, numbers, board, bus) = (Model(), PublishSubject<Int, Never>(), DataBoard(), EventBus())
      model.followIntoBag(numbers, board, bus)
      numbers.send(1)
      board.set(2, for: .score)
      bus.dispatch(Tick(number: 3))
      model.stop()
      numbers.send(4)
      return model.rows
    }
    heard(rows)
  }
  await run("an actor: a subject, a board and the bus", hears: "6") { heard in
    let (numbers, board, bus, ledger) = (PublishSubject<Int, Never>(), DataBoard(), EventBus(), Ledger())
    numbers.subscribe(on: ledger) { ledger, number in ledger.book(number) }
    board.subscribe(.score, on: ledger) { ledger, number in ledger.book(number) }
    bus.subscribe(Tick.self, on: ledger) { ledger, tick in ledger.book(tick.number) }
    numbers.send(1)
    board.set(2, for: .score)
    bus.dispatch(Tick(number: 3))
    while await ledger.sum < 6 { await Task.yield() }
    heard(await ledger.sum)
  }
  await run("a scheduler: a subject, a board and the bus", hears: "1 2 3") { heard in
    let (numbers, board, bus, bag) = (PublishSubject<Int, Never>(), DataBoard(), EventBus(), CompositeDisposable())
    numbers.subscribe(into: bag, on: .immediate) { heard($0) }
    board.subscribe(.score, into: bag, on: .immediate) { heard($0) }
    bus.subscribe(Tick.self, into: bag, on: .immediate) { heard($0.number) }
    numbers.send(1)
    board.set(2, for: .score)
    bus.dispatch(Tick(number: 3))
    bag.dispose()
    numbers.send(4)
  }
  await run("deliver(on:) with a queue, with the main queue, and with a scheduler", hears: "1 1 1") { heard in
    let numbers = Signal([1])
    for delivered in [numbers.deliver(on: DispatchQueue(label: "work")), numbers.deliver(on: DispatchQueue.main)] {
      for await number in delivered.values { heard(number) }
    }
    for await number in numbers.deliver(on: .main).values { heard(number) }
  }
  await run("wait for the running calls", hears: "1") { heard in
    let numbers = PublishSubject<Int, Never>()
    let subscription = numbers.subscribeWaitable { heard($0) }
    numbers.send(1)
    await subscription.disposeAndWait()
    numbers.send(2)
  }
  await run("a disposable of one's own, in a bag", hears: "closed") { heard in
    let bag = CompositeDisposable()
    bag.add(Connection(heard: heard))
    bag.dispose()
  }
  await run("a producer that returns a subscription", hears: "1 |") { heard in
    let numbers = PublishSubject<Int, Never>()
    let forwarded = Signal<Int, Never> { observer in
      numbers.subscribe(onNext: { observer.send($0) }, onCompleted: { observer.sendCompleted() })
    }
    forwarded.subscribe(onNext: { heard($0) }, onCompleted: { heard("|") })
    numbers.send(1)
    numbers.sendCompleted()
  }
}

nonisolated struct Connection: Disposable {
  let heard: Heard
  var isDisposed: Bool { false }
  func dispose() { heard("closed") }
}
