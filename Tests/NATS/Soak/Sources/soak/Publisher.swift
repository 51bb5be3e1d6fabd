import Foundation
import Switchboard
import SwitchboardLink
import SwitchboardNATS
import Synchronization

/// Publishes orders, many at a time, and notes which are confirmed.
///
/// An order whose confirmation is not in the log is published again by the next process with the same sender, under the
/// same identity.
final class Publisher: Sendable {
  private let link: BusLink
  private let sender: Int
  private let padding: String?
  private let confirmed: ConfirmedLog
  private let window: Window
  private let begun = Atomic(0)

  init(_ link: BusLink, sender: Int, bytes: Int, log: LogFile, inFlight: Int) {
    (self.link, self.sender) = (link, sender)
    padding = bytes > 0 ? String(repeating: "x", count: bytes) : nil
    (confirmed, window) = (ConfirmedLog(log), Window(inFlight))
  }

  static func run(_ arguments: Arguments) async {
    let (sender, path) = (arguments.number("sender"), arguments.text("log"))
    let done = Set(LogFile.numbers(path))
    let rest = (arguments.number("from")..<arguments.number("to")).filter { !done.contains($0) }
    let link = BusLink(EventBus(), application: "soak", over: arguments.transport, options: arguments.options)
    let publisher = Publisher(
      link, sender: sender, bytes: arguments.number("bytes", default: 0), log: LogFile(path),
      inFlight: arguments.number("in-flight", default: 4000))
    let reports = Reports(link) { publisher.begun.load(ordering: .relaxed) }
    await publisher.publish(rest, perSecond: arguments.number("rate", default: 0))
    try? await link.close(within: .seconds(10))
    reports.writeCensus()
  }

  /// Publishes numbers in order, and returns when all are confirmed.
  private func publish(_ numbers: [Int], perSecond rate: Int) async {
    let pace = rate > 0 ? Pace(perSecond: rate) : nil
    for number in numbers {
      await pace?.next()
      await window.enter()
      begun.add(1, ordering: .relaxed)
      // Runs here until it waits, so the link gets the orders in order.
      Task.immediate {
        await publish(number)
        window.leave()
      }
    }
    await window.drain()
    confirmed.flush()
  }

  private func publish(_ number: Int) async {
    let order = SoakOrder(number: number, sender: sender, padding: padding)
    do {
      try await link.publish(order, identity: order.identity)
      confirmed.add(number)
    } catch {
      // Fails the run: no scenario lets the server refuse an order.
      FileHandle.standardError.write(Data("{\"refused\":\"\(order.identity)\"}\n".utf8))
      FileHandle.standardError.write(Data("# \(error)\n".utf8))
    }
  }
}

/// Appends confirmed numbers to a log, many at a time.
private final class ConfirmedLog: Sendable {
  private let file: LogFile
  private let waiting = Mutex<[UInt8]>([])
  private let writing = SerialDisposable()

  init(_ file: LogFile) {
    self.file = file
    writing.disposable = Scheduler.queue(label: "confirmed").schedule(
      after: .milliseconds(20), every: .milliseconds(20)
    ) { [weak self] in self?.flush() }
  }

  func add(_ number: Int) { waiting.withLock { $0.append(contentsOf: "\(number)\n".utf8) } }

  func flush() {
    waiting.withLock { lines in
      if lines.isEmpty { return }
      file.append(lines)
      lines.removeAll(keepingCapacity: true)
    }
  }
}

/// Lets a limited number of publications be in flight.
private final class Window: Sendable {
  private struct State {
    var free: Int
    /// The one loop that waits, and how many places it waits for.
    var waiter: (continuation: CheckedContinuation<Void, Never>, places: Int)?
  }

  private let limit: Int
  private let state: Mutex<State>

  init(_ limit: Int) {
    self.limit = limit
    state = Mutex(State(free: limit))
  }

  /// Takes a place, as soon as one is free. Only one caller at a time.
  func enter() async {
    if state.withLock({ $0.free == 0 }) { await wait(for: 1) }
    state.withLock { $0.free -= 1 }
  }

  /// Returns when all places are free.
  func drain() async { await wait(for: limit) }

  func leave() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.free += 1
      guard let waiter = state.waiter, state.free >= waiter.places else { return nil }
      state.waiter = nil
      return waiter.continuation
    }
    waiter?.resume()
  }

  private func wait(for places: Int) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free < places { state.waiter = (continuation, places) }
        return state.free >= places
      }
      if isFree { continuation.resume() }
    }
  }
}
