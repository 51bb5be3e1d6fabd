import Foundation
import Switchboard
import SwitchboardFoundation

func processSignals() async throws {
  let (bus, gate, heard) = (EventBus(), Gate(), Log<ProcessEvent>())
  let lifecycle = try ProcessLifecycle([.user1, .hangUp], to: bus)
  bus.on(process: .user1).once().next { event in
    heard.add(event)
    gate.open()
  }
  // Sent to the process. The lifecycle turns the signal into an event, so the signal does not end the process.
  kill(getpid(), ProcessSignal.user1.number)
  await gate.pass()
  check(heard.entries.first?.signal == .user1, "a signal is an event")
  check(heard.entries.first?.count ?? 0 > 0, "the event has a count")
  check(heard.entries.first?.subtype, is: "SIGUSR1", "its name is its subtype")
  check(throws: ProcessLifecycleError.taken(.hangUp), "a signal belongs to one lifecycle") {
    _ = try ProcessLifecycle([.hangUp], to: bus)
  }
  check(ProcessLifecycleError.taken(.hangUp).description.contains("SIGHUP"), "the error describes the signal")
  check(!lifecycle.isDisposed, "a lifecycle lasts")
  lifecycle.dispose()
  check(lifecycle.isDisposed, "dispose ends the lifecycle")
  let names = ProcessSignal.allCases.map { "\($0) \($0.number)" }
  let numbers = ["SIGHUP 1", "SIGINT 2", "SIGTERM 15", "SIGUSR1 \(SIGUSR1)", "SIGWINCH 28"]
  check(names, is: numbers, "signals have names and numbers")
  bus.on(process: .terminate).next { heard.add($0) }
  bus.dispatch(ProcessEvent(.terminate, count: 2))
  check(heard.entries.last?.count, is: 2, "an event can be made by hand")
}
