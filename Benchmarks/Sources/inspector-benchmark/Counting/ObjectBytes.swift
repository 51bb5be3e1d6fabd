import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads
import Switchboard

/// The bytes of a subject with its registry, and of a subscription with its place in the registry.
struct ObjectBytes: Codable {
  enum Kind: String, Codable { case registry, subscription }

  static let command = "measure-bytes"
  private static let count = 4096

  /// Per object; nil where the allocator does not tell.
  var requested, allocated: Double?

  static func measurable(of kind: Kind, _ figure: @escaping (ObjectBytes) -> Double?) -> Measurable {
    Measurable(isExact: true) { _ throws(FailedCheck) in
      do throws(ChildProcess.Failure) {
        // In a process of its own, because the count of requests is for processes with one thread.
        let found: ObjectBytes = try ChildProcess(arguments: [command, Message.text(kind)]).answer()
        return figure(found).flatMap { Statistics([$0]) }.map { Trial($0) }
      } catch {
        throw FailedCheck(error.description)
      }
    }
  }

  /// Measures in the process that was started for this.
  static func run(_ arguments: [String]) {
    let kind: Kind = Message.read(arguments, of: command)
    let observer = HeapObserver(blocks: 8 * count)
    let made = kind == .registry ? registries : subscriptions
    // The first pass makes what there is once in a process.
    _ = made(observer)
    let bytes = made(observer)
    func each(_ bytes: Int?) -> Double? { bytes.map { Double($0) / Double(count) } }
    Message.answer(ObjectBytes(requested: each(bytes.requested), allocated: each(bytes.allocated)))
  }

  private static func registries(_ observer: HeapObserver) -> HeapFigures {
    var all: [PublishSubject<Int, Never>] = []
    all.reserveCapacity(count)
    let before = observer.figures()
    for _ in 0..<count { all.append(PublishSubject()) }
    let after = observer.figures()
    return withExtendedLifetime(all) { after.since(before) }
  }

  private static func subscriptions(_ observer: HeapObserver) -> HeapFigures {
    let subject = PublishSubject<Int, Never>()
    let before = observer.figures()
    for _ in 0..<count { subject.subscribe { _ in } }
    let after = observer.figures()
    return withExtendedLifetime(subject) { after.since(before) }
  }
}
