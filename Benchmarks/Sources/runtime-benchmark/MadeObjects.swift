import AllocatorStatistics
import BenchmarkHarness
import SubscriberWorkloads

/// An object that is made and dropped.
protocol MadeObject: SendableMetatype {
  associatedtype Object: AnyObject

  /// Returns a new object. Never inlined, so that the object is really made.
  static func make() -> Object
}

extension Measurable {
  /// Creates a measurable for making an object and dropping it. The bytes are those of one object that is kept.
  @inline(__always)
  init<Made: MadeObject>(made _: Made.Type) {
    func run(_ count: Int) { for _ in 0..<count { _ = Made.make() } }

    func check() throws(FailedCheck) {
      weak let dropped = Made.make()
      if dropped != nil { throw FailedCheck("an object that nobody keeps is still alive") }
    }

    self.init(
      cell: { name, _ in
        Cell(name, minimum: 256) {
          do throws(FailedCheck) { try check() } catch {
            let failure = error.description
            return { Sample(nanoseconds: 1, operations: $0, failure: failure) }
          }
          run(1024)
          return { count in
            let began = MonotonicClock.now()
            run(count)
            return Sample(nanoseconds: MonotonicClock.now() - began, operations: count)
          }
        }
      },
      memory: { _, statistics throws(FailedCheck) in
        try check()
        run(1024)
        let usage = statistics.measure { run(1024) }
        var objects: [Made.Object] = []
        objects.reserveCapacity(1024)
        let before = statistics.liveBytes()
        for _ in 0..<1024 { objects.append(Made.make()) }
        let bytes = withExtendedLifetime(objects) { statistics.liveBytes() - before }
        return MemoryFigures(
          mallocsPerOp: Double(usage.mallocs) / 1024, bytesPerSubscriber: Double(bytes) / 1024,
          peakBytes: Double(usage.peakBytes))
      },
      region: { _ in
        CallgrindRegion(operations: 1024) { CallgrindRegion.count(warmUp: { run(1024) }, { run(1024) }) }
      })
  }
}
