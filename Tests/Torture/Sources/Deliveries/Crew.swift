import Foundation
import Synchronization

/// Runs each body on a thread of its own, begins all of them at the same time, and returns when all have ended.
func onThreads(_ bodies: [@Sendable () -> Void]) {
  let arrived = Arrivals(bodies.count)
  let group = DispatchGroup()
  for body in bodies {
    group.enter()
    Thread.detachNewThread {
      arrived.arrive()
      body()
      group.leave()
    }
  }
  group.wait()
}

/// Runs `send` on as many threads as there are senders, and `other` on one more.
func onThreads(senders: Int, _ send: @escaping @Sendable (Int) -> Void, _ other: (@Sendable () -> Void)? = nil) {
  var bodies: [@Sendable () -> Void] = []
  for sender in 0..<senders { bodies.append { send(sender) } }
  if let other { bodies.append(other) }
  onThreads(bodies)
}

/// A number that threads increment.
final class Tally: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func increment() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// Lets threads begin together.
private final class Arrivals: Sendable {
  private let missing: Atomic<Int>

  init(_ count: Int) { missing = Atomic(count) }

  func arrive() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}

/// What a run of a race has found wrong, and how many calls of handlers it has checked.
final class Findings: Sendable {
  private let state = Mutex<(deliveries: Int, faults: [String])>((0, []))

  var deliveries: Int { state.withLock { $0.deliveries } }
  var faults: [String] { state.withLock { $0.faults } }

  func add(deliveries: Int) { state.withLock { $0.deliveries += deliveries } }

  func expect(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
    if isTrue { return }
    let fault = fault()
    state.withLock { if $0.faults.count < 20 { $0.faults.append(fault) } }
  }
}

/// A sent value: the sender's number and the sender's count.
struct Sent: Sendable {
  let packed: Int

  init(_ sender: Int, _ count: Int) { packed = sender << 32 | count }
  init(from packed: Int) { self.packed = packed }

  var sender: Int { packed >> 32 }
  var count: Int { packed & 0xFFFF_FFFF }
}

/// A subscriber that is there from the beginning to the end. It hears every value of every sender, once, in the
/// sender's order. Two subscribers of one serial source hear the values of all senders in one order (R6).
///
/// Sound: `hear` is called in serial deliveries, or by one thread; the rest is called when the threads have ended.
final class StableEar: @unchecked Sendable {
  private var next: [Int]
  private(set) var heard = 0
  /// The values in their order, as one number.
  private(set) var order: UInt64 = 0
  private(set) var firstFault: String?

  init(senders: Int) { next = Array(repeating: 0, count: senders) }

  func hear(_ packed: Int) {
    let sent = Sent(from: packed)
    heard &+= 1
    order = (order &* 0x100_0000_01B3) ^ UInt64(truncatingIfNeeded: packed)
    if sent.count != next[sent.sender], firstFault == nil {
      firstFault = "value \(sent.count) of sender \(sent.sender) came where \(next[sent.sender]) was due"
    }
    next[sent.sender] = sent.count + 1
  }

  func check(_ findings: Findings, _ place: String, sent: [Int]) {
    findings.add(deliveries: heard)
    findings.expect(firstFault == nil, "\(place): \(firstFault ?? "")")
    findings.expect(next == sent, "\(place): heard \(next) of \(sent) values")
  }
}

/// A subscriber that comes and goes. It hears the values of each sender in order, with no gap from its first value on.
///
/// Sound: as for ``StableEar``.
final class PassingEar: @unchecked Sendable {
  private var last: [Int]
  private(set) var heard = 0
  private(set) var firstFault: String?

  init(senders: Int) { last = Array(repeating: -1, count: senders) }

  func hear(_ packed: Int) {
    let sent = Sent(from: packed)
    heard &+= 1
    let last = last[sent.sender]
    if last >= 0, sent.count != last + 1 { fault("heard \(sent.count) of sender \(sent.sender) after \(last)") }
    self.last[sent.sender] = sent.count
  }

  private func fault(_ text: String) { if firstFault == nil { firstFault = text } }

  func check(_ findings: Findings, _ place: String) {
    findings.add(deliveries: heard)
    findings.expect(firstFault == nil, "\(place): \(firstFault ?? "")")
  }
}
