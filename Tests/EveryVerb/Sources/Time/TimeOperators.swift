import Dispatch
import Switchboard
import SwitchboardTesting

/// Checks what `operation` makes of the values 1 to 4, sent at 1, 2, 3 and 6 seconds, and of a completion at 8 seconds.
private func check<Output: Sendable>(
  _ what: String, gives expected: String, fileID: StaticString = #fileID, line: UInt = #line,
  _ operation: (Signal<Int, Fault>, TestScheduler) -> Signal<Output, Fault>
) {
  let events: [(Duration, SignalEvent<Int, Fault>)] = [
    (.seconds(1), .value(1)), (.seconds(2), .value(2)), (.seconds(3), .value(3)), (.seconds(6), .value(4)),
    (.seconds(8), .completed),
  ]
  for isHot in [true, false] {
    let scheduler = TestScheduler()
    let source = isHot ? scheduler.hotSignal(events) : scheduler.coldSignal(events)
    let recorder = scheduler.record(operation(source, scheduler))
    scheduler.advance(to: .seconds(20))
    check(words(recorder), is: expected, "\(what), \(isHot ? "hot" : "cold")", fileID: fileID, line: line)
    recorder.dispose()
  }
}

func timeOperators() {
  check("delay", gives: "1.5:1 2.5:2 3.5:3 6.5:4 8.5:|") { $0.delay(.milliseconds(500), on: $1) }
  check("delay(on:)", gives: "2:1 4:2 6:3 10:4 10:|") { $0.delay(on: $1) { .seconds($0) } }
  check("debounce", gives: "4.5:3 7.5:4 8:|") { $0.debounce(.milliseconds(1500), on: $1) }
  check("debounce(where:)", gives: "1:1 3:3 7.5:4 8:|") {
    $0.debounce(.milliseconds(1500), on: $1) { $0.isMultiple(of: 2) }
  }
  check("debounce(on:)", gives: "3:3 7:4 8:|") { $0.debounce(on: $1) { $0 == 3 ? nil : .seconds(1) } }
  check("throttle", gives: "1:1 2.5:2 4:3 6:4 8:|") { $0.throttle(.milliseconds(1500), on: $1) }
  check("throttle(latest: false)", gives: "1:1 3:3 6:4 8:|") {
    $0.throttle(.milliseconds(1500), latest: false, on: $1)
  }
  check("throttle(first: false)", gives: "2.5:2 4:3 7.5:4 8:|") {
    $0.throttle(.milliseconds(1500), first: false, on: $1)
  }
  check("sample(every:)", gives: "2.5:2 5:3 7.5:4 8:|") { $0.sample(every: .milliseconds(2500), on: $1) }
  check("timeout(after:)", gives: "1:1 2:2 3:3 5:Xlate") { $0.timeout(after: .seconds(5), raising: .late, on: $1) }
  check("timeout(between:)", gives: "1:1 2:2 3:3 5:Xlate") {
    $0.timeout(between: .seconds(2), raising: .late, on: $1)
  }
  check("timeout in time", gives: "1:1 2:2 3:3 6:4 8:|") { $0.timeout(after: .seconds(9), raising: .late, on: $1) }
  check("buffer(for:)", gives: "2.5:[1, 2] 4.5:[3] 7.5:[4] 8:|") { $0.buffer(for: .milliseconds(1500), on: $1) }
  check("buffer(for:limit:)", gives: "2:[1, 2] 4.5:[3] 7.5:[4] 8:|") {
    $0.buffer(for: .milliseconds(1500), limit: 2, on: $1)
  }
  check("window(for:)", gives: "2.5:3 4.5:3 7.5:4 8:|") {
    $0.window(for: .milliseconds(1500), on: $1).flatMap { $0.reduce(0, +) }
  }
  check("window(for:limit:)", gives: "1:1 2:2 3:3 6:4 8:|") {
    $0.window(for: .milliseconds(1500), limit: 1, on: $1).flatMap { $0.reduce(0, +) }
  }
  check("deliver(on:)", gives: "1:1 2:2 3:3 6:4 8:|") { $0.deliver(on: $1) }
  check("start(on:)", gives: "1:1 2:2 3:3 6:4 8:|") { $0.start(on: $1) }
}

/// Checks operators on system queues, whose work runs on other threads.
func hops() async {
  let queue = DispatchQueue(label: "hops")
  let scheduler = Scheduler.queue(label: "hops", target: queue)
  let delivered = await Signal<Int, Never>(1...5).deliver(on: scheduler).do { _ in
    dispatchPrecondition(condition: .onQueue(queue))
    check(Scheduler.current === scheduler, "the current scheduler is the one that delivers")
  }.collect()
  check(delivered, is: [1, 2, 3, 4, 5], "deliver(on:) keeps the order")
  let made = await Signal<Int, Never>.deferred {
    check(Scheduler.current === scheduler, "the current scheduler is the one that subscribes")
    return Signal<Int, Never>.just(7)
  }.start(on: scheduler).first()
  check(made, is: 7, "start(on:) gets the value")
  let later = await Signal<Int, Never>.just(8).delay(.milliseconds(1), on: scheduler).first()
  check(later, is: 8, "delay on a queue")
  let immediate = Signal<Int, Never>([1, 2]).deliver(on: .immediate).start(on: .immediate)
  check(immediate, sends: "1 2 |", "on the immediate scheduler all is in the call")
}
