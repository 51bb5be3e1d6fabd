import Switchboard
import SwitchboardTestSupport
import Testing

/// A task that reads a sequence of values, and what it has read. `.completed` stands for the nil at the end.
final class Reading<Value: Sendable, Failure: Error>: Sendable {
  private let received = Guarded<[SignalEvent<Value, Failure>]>([])
  private let task: QueuedTask<Void>

  /// Subscribes now, and reads when the queue runs.
  ///
  /// - Parameter onValue: Called with each value. The task goes on reading if `onValue` returns true.
  init(
    _ values: SignalValues<Value, Failure>, on queue: TaskQueue,
    onValue: @escaping @Sendable (Value) async -> Bool = { _ in true }
  ) {
    let iterator = values.makeAsyncIterator()
    task = queue.task { [received] in
      var iterator = iterator
      do throws(Failure) {
        while let value = try await iterator.next() {
          received.with { $0.append(.value(value)) }
          if await !onValue(value) { return }
        }
        received.with { $0.append(.completed) }
      } catch {
        received.with { $0.append(.error(error)) }
      }
    }
  }

  var events: [SignalEvent<Value, Failure>] { received.current }
  var isOver: Bool { task.outcome != nil }

  func cancel() { task.cancel() }
  func forget() { received.set([]) }
}

/// The ways in which events can reach a reader.
enum ReaderSupply: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// The events come one by one, while the reader waits.
  case waiting
  /// All events come before the reader reads the first.
  case behind
  /// All events come inside `makeAsyncIterator`.
  case synchronous
  /// All events come inside `makeAsyncIterator`, from a subject that replays them.
  case replay

  var testDescription: String { rawValue }

  /// Returns what a reader of `apply` gets of `input` before the reader is cancelled.
  func read<Output: Sendable>(
    _ input: [Event<Int>], _ apply: (Signal<Int, Fault>) -> SignalValues<Output, Fault>
  ) -> [Event<Output>] {
    let (subject, replay, queue) = (PublishSubject<Int, Fault>(), ReplaySubject<Int, Fault>(), TaskQueue())
    let reading: Reading<Output, Fault>
    switch self {
    case .waiting:
      reading = Reading(apply(subject.signal), on: queue)
      for event in input {
        queue.run()
        subject.send(event)
      }
    case .behind:
      reading = Reading(apply(subject.signal), on: queue)
      for event in input { subject.send(event) }
    case .synchronous:
      reading = Reading(apply(.sending(input, keepsObserver: true)), on: queue)
    case .replay:
      for event in input { replay.send(event) }
      reading = Reading(apply(replay.signal), on: queue)
    }
    queue.run()
    let events = reading.events
    reading.cancel()
    queue.run()
    // The cancellation ends a reader that had not come to the end.
    let hadEnded = events.last?.isTerminal ?? false
    #expect(reading.events.count == events.count + (hadEnded ? 0 : 1))
    #expect(subject.census.count + replay.census.count == 0)
    return events
  }
}

extension SignalValues {
  /// Returns all that a reader gets. `.completed` stands for the nil at the end.
  func collected() async -> [SignalEvent<Value, Failure>] {
    var events: [SignalEvent<Value, Failure>] = []
    do throws(Failure) {
      for try await value in self { events.append(.value(value)) }
      return events + [.completed]
    } catch {
      return events + [.error(error)]
    }
  }
}
