import BenchmarkHarness
import Foundation
import OpenCombine
import SubscriberWorkloads
import Switchboard

/// The first use of a library in a process that has threads. A process has only one first use, so each sample is a
/// process of its own.
enum FirstUse {
  /// The first argument of a process that measures its first use.
  private static let command = "measure-first-use"

  private struct Answer: Codable {
    var nanoseconds: UInt64
  }

  /// The libraries, by the names of their candidates. Each function makes a subject, subscribes, sends the value 1, and
  /// returns the sum of what arrived.
  private static let uses: [String: @Sendable () -> Int] = [
    "switchboard": useSwitchboard, "opencombine": useOpenCombine, "notification-center": useNotificationCenter,
  ]

  /// Measures the first use in the process that was started for this. Returns false in any other process.
  static func runs(_ arguments: some Collection<String>) -> Bool {
    guard arguments.first == command else { return false }
    let words = Array(arguments)
    guard words.count == 3, let use = uses[words[1]], let threads = Int(words[2]), threads > 0 else {
      StandardError.write(
        "\(command) needs a library and a number of threads, which the program gives to its processes\n")
      exit(64)
    }
    startThreads(threads - 1)
    let began = MonotonicClock.now()
    let sum = use()
    let ended = MonotonicClock.now()
    guard sum == 1 else {
      StandardError.write("the value did not arrive once: the sum is \(sum), and must be 1\n")
      exit(70)
    }
    do {
      FileHandle.standardOutput.write(try JSONEncoder().encode(Answer(nanoseconds: ended - began)))
    } catch {
      StandardError.write("\(error)\n")
      exit(70)
    }
    return true
  }

  /// Returns the nanoseconds of the first use in a new process with `threads` threads.
  static func sample(_ library: String, threads: Int) -> Sample {
    do throws(ChildProcess.Failure) {
      let answer: Answer = try ChildProcess(arguments: [command, library, String(threads)]).answer()
      return Sample(nanoseconds: answer.nanoseconds, operations: 1)
    } catch {
      return Sample(nanoseconds: 1, operations: 1, failure: error.description)
    }
  }

  /// Starts threads that wait until the process ends.
  private static func startThreads(_ count: Int) {
    let started = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      Thread.detachNewThread {
        started.signal()
        DispatchSemaphore(value: 0).wait()
      }
    }
    for _ in 0..<count { started.wait() }
  }

  @inline(never) private static func useSwitchboard() -> Int {
    let sink = Sink()
    let subject = PublishSubject<Int, Never>()
    subject.subscribe { v in sink.hit(v) }
    subject.send(1)
    return sink.total
  }

  @inline(never) private static func useOpenCombine() -> Int {
    let sink = Sink()
    let subject = PassthroughSubject<Int, Never>()
    let subscription = subject.sink { v in sink.hit(v) }
    subject.send(1)
    return withExtendedLifetime(subscription) { sink.total }
  }

  @inline(never) private static func useNotificationCenter() -> Int {
    let sink = Sink()
    let center = NotificationCenter()
    let name = Notification.Name("measured.value")
    let observer = center.addObserver(forName: name, object: nil, queue: nil) { notification in
      if let v = notification.userInfo?["value"] as? Int { sink.hit(v) }
    }
    center.post(name: name, object: nil, userInfo: ["value": 1])
    return withExtendedLifetime(observer) { sink.total }
  }
}

extension Measurable {
  /// Creates a measurable for the first use of a library in a process that has n threads.
  init(firstUseOf library: String) {
    self.init(
      cell: { name, _ in
        Cell(name, maximum: 1) { { _ in FirstUse.sample(library, threads: name.n) } }
      },
      memory: { _, _ in nil })
  }
}
