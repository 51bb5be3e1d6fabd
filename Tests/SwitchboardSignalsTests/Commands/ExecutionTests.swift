import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Command: executions")
struct ExecutionTests {
  typealias IntCommand = Command<Int, Int, Fault>

  @Test("disposing the execution cancels the work; its subscriptions end without an event")
  func cancel() {
    let disposals = Counter()
    let command = IntCommand { _ in Jobs().job().startWith(1).do(onDispose: { disposals.increment() }) }
    let jobs = Jobs()
    let running = IntCommand { _ in jobs.job().do(onDispose: { disposals.increment() }) }
    #expect(Recorder(command.execute(0)).events == [1])
    disposals.increment()
    let execution = running.execute(1)
    let recorder = Recorder(execution)
    jobs[0].send(5)
    let before = disposals.value
    execution.dispose()
    #expect(disposals.value == before + 1)
    #expect(!running.executing.value)
    #expect(running.enabled.value)
    #expect(jobs[0].census.count == 0)
    #expect(recorder.events == [5])
    #expect(recorder.isDisposed)
    let late = Recorder(execution)
    #expect(late.events == [5])
    #expect(late.isDisposed)
  }

  @Test("disposing a subscription cancels nothing; with `whileSubscribed` the last disposal cancels")
  func whileSubscribed() {
    let jobs = Jobs()
    let command = IntCommand { _ in jobs.job() }
    let execution = command.execute(1)
    Recorder(execution).dispose()
    #expect(command.executing.value)
    let observers = [Recorder(execution.whileSubscribed), Recorder(execution.whileSubscribed)]
    observers[0].dispose()
    jobs[0].send(1)
    #expect(command.executing.value)
    observers[1].dispose()
    #expect(!command.executing.value)
    #expect(observers.map(\.events) == [[], [1]])
    let ended = command.execute(2)
    let recorder = Recorder(ended.whileSubscribed)
    jobs[1].sendCompleted()
    #expect(recorder.events == [.completed])
  }

  @Test("work without values is not cancelled before its end")
  func withoutValues() {
    let work = PublishSubject<Int, Fault>()
    let command = Command<Int, Never, Fault> { _ in work.ignoreValues() }
    let recorder = Recorder(command.execute(1))
    work.send(1)
    #expect(!recorder.isDisposed && command.executing.value)
    work.sendCompleted()
    #expect(recorder.events == [.completed])
  }

  @Test("a cancelled execution sends no event, whatever its work does on disposal; then the command is free")
  func cancelledAndCompleted() {
    let work = PublishSubject<Int, Fault>()
    let command = IntCommand { _ in work.signal.do(onDispose: { work.sendCompleted() }) }
    let execution = command.execute(1)
    let recorder = Recorder(execution)
    execution.dispose()
    #expect(recorder.events == [])
    #expect(recorder.isDisposed)
    #expect(!command.executing.value)
  }

  @Test("the values of an execution that is over are released, although the work's producer keeps its observer")
  func endedValues() {
    struct Session: Sendable {
      let member: Population.Member
      let observer: Observer<Session, Never>
    }
    let sessions = Population()
    let command = Command<Void, Session, Never> { _ in
      Signal { observer in
        observer.send(Session(member: sessions.member(), observer: observer))
        observer.sendCompleted()
        return nil
      }
    }
    command.execute()
    #expect(sessions.count == 0)
  }

  @Test("the deallocation of the work's source ends the execution")
  func loss() {
    let jobs = Jobs()
    let command = IntCommand { _ in jobs.job() }
    let recorder = Recorder(command.execute(1))
    jobs.drop()
    #expect(!command.executing.value)
    #expect(recorder.isDisposed)
    #expect(recorder.events == [])
    let dropped = Command<Void, Int, Never> { _ in Signal { _ in nil } }
    #expect(dropped.execute().isDisposed)
    #expect(!dropped.executing.value)
  }
}
