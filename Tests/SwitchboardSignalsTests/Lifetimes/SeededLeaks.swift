import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// Leaks that `Tests/AddressSanitizer/run.sh` has to find, and objects that it must not report. They show that the
/// script would find leaks in other tests. The script finds the lines by their marks.
@Suite("Seeded leaks", .enabled(if: leaksAreSeeded, "these leak on purpose, for `make test-asan`"))
struct SeededLeaks {
  /// Keeps an object alive until the process ends.
  private static let kept = Guarded<Speaker?>(nil)

  @Test("A subject that its handler keeps")
  func cycle() { Self.plantCycle() }

  @Test("An owner that its closure keeps, with a subscription that refers to it weakly")
  func cycleWithWeakReference() {
    let speaker = Speaker()  // seed: weak
    speaker.subject.subscribe { _ in speaker.hear() }
    speaker.subject.subscribe(owner: speaker) { speaker, _ in speaker.hear() }
    speaker.subject.send(1)
  }

  @Test("A subject that its handler keeps, in the process of an exit test")
  func cycleInChild() async { await #expect(processExitsWith: .success) { Self.plantCycleInChild() } }

  @Test("Memory that is read after it was freed")
  func memoryError() async {
    await #expect(processExitsWith: .failure) {
      guard leaksAreSeeded else { return }
      Self.readFreed()
    }
  }

  @Test("A living object without remaining weak references has not leaked")
  func alive() {
    let speaker = Speaker()
    let found = Self.isFoundByWeakReference(speaker)  // seed: alive
    #expect(found)
    Self.kept.set(speaker)
  }

  private static func isFoundByWeakReference(_ speaker: Speaker) -> Bool {
    weak let reference = speaker
    return reference != nil
  }

  private static func plantCycle() {
    let subject = PublishSubject<Int, Never>()  // seed: plain
    subject.subscribe { subject.send($0 - 1) }
  }

  private static func plantCycleInChild() {
    let subject = PublishSubject<Int, Never>()  // seed: child
    subject.subscribe { subject.send($0 - 1) }
  }

  private static func readFreed() {
    let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    place.initialize(to: 7)
    place.deallocate()
    print(place.pointee)  // seed: freed
  }
}

private let leaksAreSeeded = ProcessInfo.processInfo.environment["SWITCHBOARD_SEEDED_LEAKS"] != nil

private final class Speaker: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let subject = PublishSubject<Int, Never>()
  func hear() {}
}
