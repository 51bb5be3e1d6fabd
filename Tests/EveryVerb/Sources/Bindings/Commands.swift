import Switchboard

func commands() {
  let (isValid, uploads) = (Property(true), PublishSubject<Int, Fault>())
  let command = Command<String, Int, Fault>(name: "submit", enabled: isValid) { _ in uploads.signal }
  let (executing, enabled, values) = (Recorder(command.executing), Recorder(command.enabled), Recorder(command.values))
  let (errors, refusals, executions) = (
    Recorder(command.errors), Recorder(command.refusals), Recorder(command.executionSignals.flatten())
  )
  let first = command.execute("draft")
  let heard = Recorder(first)
  check(command.executing.value, "it executes")
  let refused = command.execute("again")
  check(refused.isDisposed, "a second one is refused")
  uploads.send(1)
  uploads.sendCompleted()
  check(heard.text, is: "1 |", "an execution sends the events of its work")
  check(first.signal, sends: "1 |", "a late subscriber gets the events too")
  check(first.isDisposed, "the execution is disposed after its end")
  isValid.value = false
  check(!command.enabled.value, "a command is enabled by a signal")
  let disabled = Recorder(command.execute("no"))
  check(disabled.text.contains("the command “submit” is disabled"), "a refused execution fails: \(disabled.text)")
  check(executing.text, is: "false true false", "executing changes twice")
  check(enabled.text.hasPrefix("true"), "enabled has its value: \(enabled.text)")
  check(enabled.text.hasSuffix("false"), "enabled sends its change")
  check([values.text, executions.text], is: ["1", "1"], "values of all executions")
  check(errors.text, is: "", "a refusal is no error of the work")
  check(refusals.text.contains("submit"), "a refusal names the command: \(refusals.text)")
}

func commandsThatFail() {
  let gate = PublishSubject<Int, Fault>()
  let command = Command<Void, Int, Fault>(allowsConcurrentExecution: true) { _ in gate.signal }
  check(command.allowsConcurrentExecution, "the command may execute twice at the same time")
  let errors = Recorder(command.errors)
  let (first, second) = (command.execute(), command.execute())
  command.allowsConcurrentExecution = false
  check(command.execute().isDisposed, "an exclusive command refuses another execution")
  first.dispose()
  check(first.isDisposed && !second.isDisposed, "one is cancelled")
  let texts = Recorder(second)
  gate.send(error: .broken)
  check(texts.text, is: "Xbroken", "the other one fails")
  check(errors.text, is: "broken", "the command sends the error of the work")

  let silent = PublishSubject<Int, Fault>()
  let endless = Command<Void, Int, Fault> { _ in silent.signal }
  let observed = endless.execute()
  let (one, two) = (Recorder(observed.whileSubscribed), Recorder(observed.whileSubscribed))
  one.dispose()
  check(!observed.isDisposed, "an execution lasts while it is observed")
  two.dispose()
  check(observed.isDisposed, "the observed execution ends with its last subscription")
  CompositeDisposable().add(observed)

  let enabling = PublishSubject<Bool, Fault>()
  let failing = Command<Int, Int, Fault>(name: "f", enabled: enabling, allowsConcurrentExecution: true) { .just($0) }
  let reasons = Log<CommandRefusal>()
  failing.refusals.subscribe { reasons.add($0) }
  enabling.send(error: .late)
  failing.execute(1)
  check(reasons.entries.first?.command.contains("f") == true, "a refusal names its command")
  check(reasons.entries.first?.reason == .enabledFailed("late"), "the refusal has a reason: \(reasons.entries)")
  check(reasons.entries.first?.description.isEmpty == false, "in words")
  let fault = CommandError<Fault>.failed(.late)
  check(fault == .failed(.late) && fault.description.contains("late"), "errors are compared, and describe themselves")
}

func asyncCommands() async throws {
  let doubling = Command<Int, Int, Fault>(name: "double") { input async throws(Fault) in
    if input < 0 { throw .broken }
    await Task.yield()
    return 2 * input
  }
  check(try await doubling.execute(4).last(), is: 8, "an async closure is the work")
  do throws(CommandError<Fault>) {
    _ = try await doubling.execute(-1).last()
    check(false, "it has to throw")
  } catch {
    check(error, is: .failed(.broken), "its error is the execution's")
  }
  let gated = Command<Void, Int, Never>(enabled: Property(true), performing: { _ in 1 })
  check(try await gated.execute().collect(), is: [1], "a command with a signal that enables it")
  await yielding { !gated.executing.value }
  let endless = Command<Void, Void, Never>(allowsConcurrentExecution: true) { _ in
    while !Task.isCancelled { await Task.yield() }
  }
  let execution = endless.execute()
  execution.dispose()
  await yielding { !endless.executing.value }
  check(execution.isDisposed, "cancelling an execution cancels its task")
}
