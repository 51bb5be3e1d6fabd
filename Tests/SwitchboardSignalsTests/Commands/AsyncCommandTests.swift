import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Command: async work, and the main actor")
struct AsyncCommandTests {
  @Test("async work sends one value and completion, or an error")
  func result() async {
    let command = Command<Int, Int, Fault>(performing: { (input) async throws(Fault) in
      if input < 0 { throw .first }
      return 2 * input
    })
    await confirmation(expectedCount: 2) { confirm in
      for input in [2, -1] {
        let end = AsyncStream<Void>.makeStream()
        let recorder = Recorder<Int, CommandError<Fault>>()
        recorder.subscribe(to: command.execute(input)) { event in
          if case .value = event { return }
          end.continuation.finish()
        }
        for await _ in end.stream {}
        #expect(recorder.events == (input < 0 ? [.error(.failed(.first))] : [4, .completed]))
        #expect(!command.executing.value)
        confirm()
      }
    }
  }

  @Test("cancelling the execution cancels the task, and its result is dropped")
  func cancel() async {
    let (began, over) = (AsyncStream<Void>.makeStream(), AsyncStream<Bool>.makeStream())
    let command = Command<Void, Int, Never>(
      enabled: Property(true),
      performing: {
        began.continuation.finish()
        // The loop ends when the task is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
        over.continuation.yield(Task.isCancelled)
        over.continuation.finish()
        return 1
      })
    let execution = command.execute()
    let recorder = Recorder(execution)
    for await _ in began.stream {}
    #expect(command.executing.value)
    execution.dispose()
    #expect(!command.executing.value)
    for await wasCancelled in over.stream { #expect(wasCancelled) }
    #expect(recorder.events.isEmpty)
  }

  @Test("state is sent on the main actor when the command asks for it")
  @MainActor func mainActor() {
    let jobs = Jobs()
    let command = Command<Void, Int, Fault> { _ in jobs.job() }
    var states: [Bool] = []
    command.executing.subscribe(on: MainActor.self) { states.append($0) }
    command.execute()
    jobs[0].sendCompleted()
    #expect(states == [false, true, false])
  }
}
