import Switchboard
import Synchronization

func constructors() {
  check(Signal<Int, Never>.just(1), sends: "1 |", "just sends its value")
  check(Signal<Int, Never>.empty(), sends: "|", "empty completes")
  check(Signal<Int, Fault>.fail(.broken), sends: "Xbroken", "fail fails")
  check(Signal<Int, Never>.never(), sends: "", "never says nothing")
  check(Signal<Int, Never>(1...3), sends: "1 2 3 |", "a range is sent")
  check(Signal<Int, Never>([7, 8]), sends: "7 8 |", "an array is sent")
  check(Signal<String, Never>(Set(["a"])), sends: "a |", "a set is sent")
  check(
    Signal<Int, Fault>(catching: { () throws(Fault) in 3 }), sends: "3 |", "the signal sends the result of the closure")
  let failing = Signal<Int, Fault>(catching: { () throws(Fault) in throw .late })
  check(failing, sends: "Xlate", "the signal fails with the error of the closure")

  let disposals = Log<String>()
  let made = Signal<Int, Fault> { observer in
    observer.send(1)
    observer.send(.value(2))
    observer.sendCompleted()
    observer.send(3)
    return ActionDisposable { disposals.add("disposed") }
  }
  check(made.named("made").name, is: "made", "a signal has the name that it was given")
  check(made.name == nil, "a signal has no name before it gets one")
  check(made.signal, sends: "1 2 |", "a producer sends")
  check(disposals.entries, is: ["disposed"], "the disposable of the producer is disposed at the end")
  let broken = Signal<Int, Fault> { observer in
    observer.send(error: .broken)
    return nil
  }
  check(broken, sends: "Xbroken", "a producer fails")
}

func deferredConstructors() {
  let made = Log<Int>()
  let deferred = Signal<Int, Never>.deferred {
    made.add(1)
    return Signal<Int, Never>.just(made.entries.count)
  }
  check(made.entries, is: [], "a deferred signal is not made yet")
  check(deferred, sends: "1 |", "it is made for a subscription")
  check(deferred, sends: "2 |", "deferred runs its closure for each subscription")

  let resource = ActionDisposable {}
  let using = Signal.using({ resource }, { _ in Signal<Int, Never>([1, 2]) })
  check(using, sends: "1 2 |", "using sends the values of the signal made with the resource")
  check(resource.isDisposed, "the resource is disposed with the subscription")

  let runs = Log<String>()
  let eager = Signal<Int, Never>.startEagerly { observer in
    runs.add("eager")
    observer.send(1)
    observer.sendCompleted()
    return nil
  }
  check(runs.entries, is: ["eager"], "an eager producer runs now")
  check(eager, sends: "1 |", "a late subscriber gets all events")
  let lazy = Signal<Int, Fault>.startLazily { observer in
    runs.add("lazy")
    observer.send(1)
    observer.send(error: .broken)
    return nil
  }
  check(runs.entries, is: ["eager"], "a lazy one does not")
  check(lazy, sends: "1 Xbroken", "the work starts with the first subscriber")
  check(lazy, sends: "1 Xbroken", "the second subscriber gets the same events")
  check(runs.entries, is: ["eager", "lazy"], "each has run once")
}

func signalEvents() {
  let events: [SignalEvent<Int, Fault>] = [.value(1), .error(.late), .completed]
  check(events.map(\.description), is: ["value(1)", "error(late)", "completed"], "events describe themselves")
  check(events == [.value(1), .error(.late), .completed], "events are compared")
  check(events[0] != .value(2), "events differ by their values")
}
