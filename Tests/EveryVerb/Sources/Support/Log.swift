import Foundation
import Switchboard
import Synchronization

/// A list of what happened, in order, written from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let list = Mutex<[Entry]>([])

  var entries: [Entry] { list.withLock { $0 } }

  func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
}

/// A subscriber that writes down what a signal sends.
final class Recorder: Sendable {
  private let words = Log<String>()
  private let bag = CompositeDisposable()

  init(_ source: some SignalProtocol) {
    source.subscribe(
      into: bag, onNext: { [words] in words.add("\($0)") }, onError: { [words] in words.add("X\($0)") },
      onCompleted: { [words] in words.add("|") })
  }

  var text: String { words.entries.joined(separator: " ") }

  func dispose() { bag.dispose() }
}

/// A gate that is closed until `open()` is called. The watchdog ends the program if a thread or task waits for ever.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    semaphore.signal()
    for continuation in waiting { continuation.resume() }
  }

  /// Blocks the thread until the gate is open.
  func wait() {
    semaphore.wait()
    semaphore.signal()
  }

  /// Suspends the task until the gate is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Gives way to other tasks until `condition` holds. The watchdog ends the program if that never happens.
func yielding(until condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
