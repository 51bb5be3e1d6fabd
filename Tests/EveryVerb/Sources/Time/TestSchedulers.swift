import Switchboard
import SwitchboardTesting

func testSchedulers() {
  let scheduler = TestScheduler()
  let order = Log<String>()
  scheduler.perform { order.add("now \(Scheduler.current !== Scheduler.immediate)") }
  scheduler.schedule(after: .seconds(2)) { order.add("2") }
  scheduler.schedule(after: .seconds(1)) { order.add("1") }
  scheduler.schedule { order.add("scheduled") }
  scheduler.schedule(after: .seconds(1)) { order.add("never") }.dispose()
  let beats = scheduler.schedule(after: .milliseconds(500), every: .seconds(1)) { order.add("beat") }
  check(order.entries, is: [], "nothing runs inside the call")
  scheduler.advance()
  check(order.entries, is: ["now true", "scheduled"], "work that is due runs")
  scheduler.advance(by: .seconds(1))
  scheduler.advance(to: .seconds(2))
  check(order.entries.suffix(4), is: ["beat", "1", "beat", "2"], "the rest at its time")
  check(scheduler.now, is: .seconds(2), "the clock shows the time to which it was advanced")
  beats.dispose()
  scheduler.scheduleRecursively { again in
    order.add("turn")
    if order.entries.count < 8 { again(.seconds(1)) }
  }
  scheduler.run(limit: 10)
  check(scheduler.now, is: .seconds(3), "run continues to the last piece of work")
  check(order.entries.count, is: 8, "run does no further work")
}

func testSignals() {
  let scheduler = TestScheduler()
  let hot = scheduler.hotSignal([(.seconds(1), SignalEvent<Int, Fault>.value(1)), (.seconds(2), .completed)])
  let cold = scheduler.coldSignal([(.seconds(1), SignalEvent<Int, Fault>.value(2)), (.seconds(2), .error(.late))])
  let first = scheduler.record(hot)
  scheduler.advance(by: .seconds(1))
  let (second, third) = (scheduler.record(cold), scheduler.record(cold))
  third.dispose()
  check(third.isDisposed && !second.isDisposed, "a recorder can be disposed")
  scheduler.run()
  check(first.events, is: [TimedEvent(.seconds(1), .value(1)), TimedEvent(.seconds(2), .completed)], "hot")
  check(second.events, is: [TimedEvent(.seconds(2), .value(2)), TimedEvent(.seconds(3), .error(.late))], "cold")
  check(third.events, is: [], "nothing is noted after the disposal")
  check(second.isDisposed, "a recorder ends with its signal")
  let event = TimedEvent<Int, Fault>(.seconds(1), .value(1))
  check(event.description, is: "1.0 seconds: value(1)", "events with times describe themselves")
  check(event.time, is: .seconds(1), "an event has its time")
  check(event.event, is: .value(1), "the record has the event")
}

func timers() {
  let scheduler = TestScheduler()
  let interval = scheduler.record(Signal<Int, Never>.interval(.seconds(1), on: scheduler).take(3))
  let once = scheduler.record(Signal<Int, Never>.timer(after: .seconds(2), on: scheduler))
  let repeated = scheduler.record(
    Signal<Int, Never>.timer(after: .seconds(5), every: .seconds(1), on: scheduler).take(2))
  scheduler.run()
  check(words(interval), is: "1:0 2:1 3:2 3:|", "an interval counts")
  check(words(once), is: "2:0 2:|", "a timer sends once")
  check(words(repeated), is: "5:0 6:1 6:|", "a timer with an interval repeats")
}

/// Returns the recorded events as text, each with its time in seconds.
func words<Value, Failure>(_ recorder: TestRecorder<Value, Failure>) -> String {
  recorder.events.map { event in
    let time = Double(event.time.components.seconds) + Double(event.time.components.attoseconds) / 1e18
    let number = time == time.rounded() ? "\(Int(time))" : "\(time)"
    switch event.event {
    case .value(let value): return "\(number):\(value)"
    case .error(let error): return "\(number):X\(error)"
    case .completed: return "\(number):|"
    }
  }.joined(separator: " ")
}
