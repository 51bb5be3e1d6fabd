import Switchboard
import SwitchboardTestSupport
import Testing

/// Work whose executions are ended by hand.
final class Jobs: Sendable {
  private let subjects = Guarded<[PublishSubject<Int, Fault>]>([])

  var count: Int { subjects.current.count }
  subscript(_ number: Int) -> PublishSubject<Int, Fault> { subjects.current[number] }

  func job() -> Signal<Int, Fault> {
    let subject = PublishSubject<Int, Fault>()
    subjects.with { $0.append(subject) }
    return subject.signal
  }
  func drop() { subjects.set([]) }
}

@Suite("Command")
struct CommandTests {
  typealias IntCommand = Command<Int, Int, Fault>
  typealias Failed = SignalEvent<Int, CommandError<Fault>>

  @Test("an execution sends its values and its end to the subscribers of execution and command")
  func execution() {
    let command = IntCommand { input in .sending([.value(input), .value(2 * input), .completed]) }
    let (values, errors) = (Recorder(command.values), Recorder(command.errors.map { "\($0)" }))
    let execution = command.execute(3)
    #expect(execution.isDisposed)
    #expect(Recorder(execution).events == [3, 6, .completed])
    #expect(values.events == [3, 6])
    #expect(errors.events == [])
  }

  @Test("an error of the work is an error of the execution and a value of `errors`")
  func failure() {
    let command = IntCommand { _ in .sending([1, .error(.second)]) }
    let (values, errors) = (Recorder(command.values), Recorder(command.errors))
    #expect(Recorder(command.execute(0)).events == [1, .error(.failed(.second))])
    #expect(values.events == [1])
    #expect(errors.events == [.value(.second)])
    #expect(!command.executing.value)
  }

  @Test("the state has changed before the work begins, before execute returns, and before the end is sent")
  func state() {
    let jobs = Jobs()
    let states = Journal()
    let place = Guarded<IntCommand?>(nil)
    let command = IntCommand { _ in
      states.add("work \(place.current?.executing.value == true) \(place.current?.enabled.value == false)")
      return jobs.job()
    }
    place.set(command)
    let (executing, enabled) = (Recorder(command.executing), Recorder(command.enabled))
    command.execute(1).subscribe(onCompleted: {
      states.add("end \(command.executing.value) \(command.enabled.value)")
      command.execute(2)
    })
    #expect(command.executing.value)
    #expect(!command.enabled.value)
    jobs[0].sendCompleted()
    #expect(states.entries == ["work true true", "end false true", "work true true"])
    #expect(executing.events == [false, true, false, true].map { .value($0) })
    #expect(enabled.events == [true, false, true, false].map { .value($0) })
    place.set(nil)
  }

  @Test("one at a time: a second execution is refused with an error that names the command", arguments: [true, false])
  func refused(isNamed: Bool) {
    let jobs = Jobs()
    let command = IntCommand(name: isNamed ? "load" : nil, fileID: "Some/File.swift", line: 7) { _ in jobs.job() }
    let refusals = Recorder(command.refusals)
    let errors = Recorder(command.errors)
    command.execute(1)
    let second = command.execute(2)
    guard case .error(.refused(let refusal))? = Recorder(second).events.first else {
      Issue.record("not refused")
      return
    }
    #expect(second.isDisposed)
    #expect(refusal.reason == .executing)
    #expect(refusal.command == (isNamed ? "load" : "Some/File.swift:7"))
    #expect("\(refusal)".contains(isNamed ? "“load”" : "made at Some/File.swift:7"))
    #expect("\(refusal)".contains("allowsConcurrentExecution"))
    #expect(refusals.events == [.value(refusal)])
    #expect(errors.events == [])
    #expect(jobs.count == 1)
  }

  @Test("an execution made inside the work's closure is refused")
  func nested() {
    let (place, nested, jobs) = (Guarded<IntCommand?>(nil), Recorder<Int, CommandError<Fault>>(), Jobs())
    let command = IntCommand { input in
      if input == 1, let command = place.current { nested.subscribe(to: command.execute(2)) }
      return jobs.job()
    }
    place.set(command)
    command.execute(1)
    guard case .error(.refused(let refusal))? = nested.events.first else {
      Issue.record("started twice")
      return
    }
    #expect(refusal.reason == .executing)
    #expect(jobs.count == 1)
    place.set(nil)
  }

  @Test("concurrent executions: the values of all, executing until the last has ended; the mode may be switched")
  func concurrent() {
    let jobs = Jobs()
    let command = IntCommand(allowsConcurrentExecution: true) { _ in jobs.job() }
    let (values, executing) = (Recorder(command.values), Recorder(command.executing))
    for number in 0..<3 { command.execute(number) }
    jobs[0].send(1)
    jobs[2].send(3)
    jobs[0].sendCompleted()
    jobs[1].send(error: .first)
    command.allowsConcurrentExecution = false
    #expect(!command.enabled.value)
    command.execute(3)
    #expect(jobs.count == 3)
    jobs[2].sendCompleted()
    #expect(command.enabled.value)
    #expect(values.events == [1, 3])
    #expect(executing.events == [false, true, false].map { .value($0) })
  }

  @Test("enabled follows a signal: true before the first value, and after the end the last value")
  func enabled() {
    let isValid = PublishSubject<Bool, Never>()
    let command = IntCommand(name: "submit", enabled: isValid) { .just($0) }
    let recorder = Recorder(command.enabled)
    func runs() -> Bool { Recorder(command.execute(1)).events == [1, .completed] }
    #expect(runs())
    isValid.send(false)
    #expect(!runs())
    guard case .error(let error)? = Recorder(command.execute(1)).events.first else {
      Issue.record("not refused")
      return
    }
    #expect("\(error)" == "the command “submit” is disabled; execute it when `enabled` is true")
    isValid.send(false)
    isValid.send(true)
    #expect(runs())
    isValid.sendCompleted()
    #expect(runs())
    #expect(recorder.events.filter { $0 == .value(false) }.count == 4)
    let property = Property(false)
    let other = IntCommand(enabled: property) { .just($0) }
    #expect(!other.enabled.value)
    property.value = true
    #expect(other.enabled.value)
  }

  @Test("a handler of `executing` that disables the command is not overruled by a queued value")
  func disabledInHandler() {
    let isEnabled = Property(true)
    let command = IntCommand(enabled: isEnabled, allowsConcurrentExecution: true) { _ in Jobs().job().startWith(1) }
    let recorder = Recorder(command.enabled)
    command.executing.subscribe { [weak isEnabled] isExecuting in if isExecuting { isEnabled?.value = false } }
    command.execute(1)
    #expect(recorder.events == [.value(true), .value(false)])
    #expect(!command.enabled.value)
  }

  @Test("a command whose enabled signal failed stays disabled, and says what to do")
  func enabledFailed() {
    let isValid = PublishSubject<Bool, Fault>()
    let command = IntCommand(name: "submit", enabled: isValid) { .just($0) }
    isValid.send(error: .first)
    #expect(!command.enabled.value)
    guard case .error(.refused(let refusal))? = Recorder(command.execute(1)).events.first else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.reason == .enabledFailed("first"))
    #expect("\(refusal)".contains("make that signal infallible with replaceError(with:)"))
  }

  @Test("executionSignals: each execution before its work begins, errors ending in completion")
  func executionSignals() {
    let command = IntCommand { input in .sending([.value(input), input > 1 ? .error(.first) : .completed]) }
    let signals = Recorder<Signal<Int, Never>, Never>()
    let values = Recorder(command.executionSignals.flatten())
    signals.subscribe(to: command.executionSignals) { _ in #expect(values.events.count < 2) }
    command.execute(1)
    command.execute(2)
    #expect(values.events == [1, 2])
    #expect(signals.events.count == 2)
    guard case .value(let last)? = signals.events.last else { return }
    #expect(Recorder(last).events == [2, .completed])
  }

  @Test("an execution continues without its command; when both are deallocated, so are the subscriptions")
  func memory() {
    let (jobs, population) = (Jobs(), Population())
    let isValid = PublishSubject<Bool, Never>()
    let (values, executions) = (Recorder<Int, Never>(), Recorder<Int, CommandError<Fault>>())
    do {
      let member = population.member()
      let command = IntCommand(enabled: isValid) { [member] _ in withExtendedLifetime(member) { jobs.job() } }
      values.subscribe(to: command.values)
      executions.subscribe(to: command.execute(1))
    }
    #expect(population.count == 0)
    #expect(isValid.census.count == 0)
    jobs[0].send(1)
    #expect(!values.isDisposed)
    jobs[0].sendCompleted()
    #expect(values.events == [1])
    #expect(values.isDisposed)
    #expect(executions.events == [1, .completed])
  }

  @Test(
    "as a view model uses it: the work sets the property, the error sets the message, then the end comes",
    arguments: [true, false])
  func viewModel(isGood: Bool) {
    let (shown, message) = (Property([Int]()), Property(""))
    let load = Command<Void, [Int], Fault>(name: "load") { _ in
      (isGood ? Signal.just([1, 2]) : .fail(.first)).do { [weak shown] list in shown?.value = list }
    }
    load.errors.map { "cannot load: \($0)" }.bind(to: message)
    let done = Counter()
    load.execute().subscribe(onCompleted: { done.increment() })
    #expect(shown.value == (isGood ? [1, 2] : []))
    #expect(message.value == (isGood ? "" : "cannot load: first"))
    #expect(done.value == (isGood ? 1 : 0))
  }
}
