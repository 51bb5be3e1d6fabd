import OpenCombine
import SubscriberWorkloads

/// The values of a subject, which a task demands one by one.
///
/// Sound: OpenCombine locks its subjects, but does not declare them as sendable.
final class OpenCombineValues: TaskRegistry, @unchecked Sendable {
  private let subject = PassthroughSubject<Int, Never>()
  private let executor = ManualExecutor()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    nonisolated(unsafe) let values = subject.values
    return Reader(executor) { for await v in values { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    executor.runAll()
  }
}

/// The values of a subject with a buffer. Without it, values are lost for which there is no demand.
final class OpenCombineValuesBurst: TaskRegistry {
  private let subject = PassthroughSubject<Int, Never>()
  private let executor = ManualExecutor()
  private var sent = 0

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    nonisolated(unsafe) let values =
      subject.buffer(size: Burst.eight, prefetch: .byRequest, whenFull: .dropOldest).values
    return Reader(executor) { for await v in values { sink.hit(v &+ number) } }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    sent += 1
    if sent % Burst.eight == 0 { executor.runAll() }
  }
}

final class OpenCombinePropertyValues: TaskRegistry {
  private let subject = CurrentValueSubject<Int, Never>(0)
  private let executor = ManualExecutor()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    nonisolated(unsafe) let values = subject.values
    return Reader(executor) {
      var isFirst = true
      for await v in values {
        // The first value is the value at the start, and no change.
        if !isFirst { sink.hit(v &+ number) }
        isFirst = false
      }
    }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    executor.runAll()
  }
}
